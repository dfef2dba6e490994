// Table I: constraints per contact, and the coordination of an isostatic packing, for all eight sets of friction modes
// in three and in two dimensions. No simulation: the numbers of analysis/constraints.h are compared with the printed
// ones.
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "analysis/constraints.h"
#include "experiments/santos/santos.h"
#include "experiments/work.h"

namespace scree::experiments::santos {
namespace {

using analysis::Dimension, analysis::Modes;

struct Entry {
  Expected constraints;   ///< N^c
  Expected coordination;  ///< Z
};
struct Row {
  Entry spheres;
  std::optional<Entry> disks;  ///< unset (a dash in the table) if disks do not have this mode
  Expected max_of_rattler;     ///< of spheres, docs/specs/santos.md, S14
};
/// The printed values, which agree with a count (tools/santos_expected.py); order as in analysis::k_all_modes.
constexpr std::array<Row, 8> k_printed = {
    {{{derived("table1.none.3d.constraints", 1), derived("table1.none.3d.Z", 6.0)},
      Entry{derived("table1.none.2d.constraints", 1), derived("table1.none.2d.Z", 4.0)},
      derived("table1.none.rattler", 3)},
     {{derived("table1.s.3d.constraints", 3), derived("table1.s.3d.Z", 4.0)},
      Entry{derived("table1.s.2d.constraints", 2), derived("table1.s.2d.Z", 3.0)},
      derived("table1.s.rattler", 2)},
     {{derived("table1.r.3d.constraints", 3), derived("table1.r.3d.Z", 4.0)},
      Entry{derived("table1.r.2d.constraints", 2), derived("table1.r.2d.Z", 3.0)},
      derived("table1.r.rattler", 2)},
     {{derived("table1.t.3d.constraints", 2), derived("table1.t.3d.Z", 6.0)}, {}, derived("table1.t.rattler", 3)},
     {{derived("table1.sr.3d.constraints", 5), derived("table1.sr.3d.Z", 2.4)},
      Entry{derived("table1.sr.2d.constraints", 3), derived("table1.sr.2d.Z", 2.0)},
      derived("table1.sr.rattler", 1)},
     {{derived("table1.st.3d.constraints", 4), derived("table1.st.3d.Z", 3.0)}, {}, derived("table1.st.rattler", 1)},
     {{derived("table1.rt.3d.constraints", 4), derived("table1.rt.3d.Z", 3.0)}, {}, derived("table1.rt.rattler", 1)},
     {{derived("table1.srt.3d.constraints", 6), derived("table1.srt.3d.Z", 2.0)},
      {},
      derived("table1.srt.rattler", 1)}}};

std::string describe(const Modes& modes) {
  std::string words;
  for (const auto& [is_on, word] :
       {std::pair{modes.slide, "sliding"}, std::pair{modes.roll, "rolling"}, std::pair{modes.spin, "twisting"}})
    if (is_on) words += (words.empty() ? "" : " + ") + std::string(word);
  return words.empty() ? "frictionless" : words;
}

void add_row(Result& result, const Modes& modes, Dimension dimension, const Entry& printed) {
  const std::string where = fmt::format("{}, {}D", describe(modes), static_cast<int>(dimension));
  result.add(within("constraints a contact, " + where, static_cast<double>(printed.constraints), printed.constraints,
                    analysis::constraints_of_contact(modes, dimension), "1", 0.0));
  result.add(within("isostatic coordination, " + where, printed.coordination, printed.coordination,
                    analysis::isostatic_coordination(modes, dimension), "1", 0.0));
}

draw::Chart chart_of(Dimension dimension, std::string title, const Table& table, std::string_view ours,
                     const std::vector<double>& paper) {
  draw::Chart chart{.title = std::move(title),
                    .x_label = "row of Table I",
                    .y_label = "coordination Z",
                    .x_range = std::pair{0.5, 8.5},
                    .y_range = std::pair{0.0, 7.0}};
  draw::Series printed{.label = "printed", .mark = draw::Mark::dashes, .colour = k_paper_ink};
  for (std::size_t i = 0; i < paper.size(); ++i) {
    const double row = static_cast<double>(i) + 1.0;
    for (const double x : {row - 0.35, row + 0.35}) printed.x.push_back(x), printed.y.push_back(paper[i]);
    printed.x.push_back(row + 0.5), printed.y.push_back(k_unset);  // interrupts the line
  }
  chart.series = {std::move(printed), line(table, "row", ours, "2 N_eqn / N_c, counted", draw::Mark::dots)};
  if (dimension == Dimension::three)
    chart.series.push_back(
        line(table, "row", "most contacts of a rattler", "most contacts of a rattler", draw::Mark::dots));
  return chart;
}

}  // namespace

Result table_1(const Settings&) {
  Result result;
  Table table("table1", {"row [1]", "sliding [1]", "rolling [1]", "twisting [1]", "N_c 3D [1]", "Z 3D [1]",
                         "N_c 2D [1]", "Z 2D [1]", "most contacts of a rattler [1]"});
  std::vector<double> printed_3d, printed_2d;
  for (std::size_t i = 0; i < k_printed.size(); ++i) {
    const Modes& modes = analysis::k_all_modes[i];
    const bool disks = analysis::is_possible(modes, Dimension::two);
    add_row(result, modes, Dimension::three, k_printed[i].spheres);
    if (k_printed[i].disks) add_row(result, modes, Dimension::two, *k_printed[i].disks);
    if (!k_printed[i].disks)
      result.add(statement(fmt::format("no row in 2D, {}", describe(modes)), std::string("-"), !disks,
                           "disks cannot twist: the mode holds nothing"));
    result.add(within(fmt::format("most contacts of a rattler, {}", describe(modes)),
                      i == 0 ? experiments::Printed("N_c/2") : experiments::Printed(), k_printed[i].max_of_rattler,
                      analysis::max_contacts_of_rattler(modes, Dimension::three), "1", 0.0,
                      i == 0 ? "paper differs: its rule Z_i <= N_c/2 takes all bodies out of a packing with three "
                               "modes; the same count for one body, Z_i N_c <= N_eqn, gives half of the table's Z"
                             : ""));
    printed_3d.push_back(k_printed[i].spheres.coordination),
        printed_2d.push_back(k_printed[i].disks ? k_printed[i].disks->coordination : k_unset);
    const auto yes = [](bool is_on) { return is_on ? 1.0 : 0.0; };
    table.row({static_cast<double>(i + 1), yes(modes.slide), yes(modes.roll), yes(modes.spin),
               static_cast<double>(analysis::constraints_of_contact(modes, Dimension::three)),
               analysis::isostatic_coordination(modes, Dimension::three),
               disks ? analysis::constraints_of_contact(modes, Dimension::two) : k_unset,
               disks ? analysis::isostatic_coordination(modes, Dimension::two) : k_unset,
               static_cast<double>(analysis::max_contacts_of_rattler(modes, Dimension::three))});
  }
  result.figure = {.heading = "Table I; rows: 1 none, 2 s, 3 r, 4 t, 5 s+r, 6 s+t, 7 r+t, 8 s+r+t",
                   .panels = {chart_of(Dimension::three, "Spheres", table, "Z 3D", printed_3d),
                              chart_of(Dimension::two, "Disks", table, "Z 2D", printed_2d)}};
  result.tables.push_back(std::move(table));
  return result;
}

}  // namespace scree::experiments::santos
