// Writes manual pages and completions.
#include "app/cli/manual.h"

#include "app/cli/commands.h"
#include "app/environment.h"
#include "base/output_file.h"
#include "base/text.h"
#include "renderer/views.h"
#include "transfer/preset.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <memory>
#include <regex>

namespace voxmarch {

namespace {

std::vector<const CLI::App *> commands_of(const CLI::App &app) {
    return app.get_subcommands([](const CLI::App *command) { return !command->get_group().empty(); });
}

/// In the order of the help. Positionals and hidden options are no part of them.
std::vector<const CLI::Option *> options_of(const CLI::App &app, const std::string &group) {
    return app.get_options(
        [&](const CLI::Option *option) { return option->nonpositional() && option->get_group() == group; });
}

std::vector<const CLI::Option *> options_of(const CLI::App &app) {
    return app.get_options(
        [](const CLI::Option *option) { return option->nonpositional() && !option->get_group().empty(); });
}

/// "-o", "--output"
std::vector<std::string> names_of(const CLI::Option &option) {
    std::vector<std::string> names;
    for (const std::string &name : option.get_snames()) {
        names.push_back("-" + name);
    }
    for (const std::string &name : option.get_lnames()) {
        names.push_back("--" + name);
    }
    return names;
}

/// Words that an option takes and no others; empty where there are others.
std::vector<std::string> choices_of(const CLI::Option &option) {
    std::string type = option.get_type_name();
    std::erase_if(type, [](char c) { return c == '[' || c == ']'; });
    const std::vector<std::string> words = text::split(type, '|');
    const bool all_are_words = words.size() > 1 && std::all_of(words.begin(), words.end(), [](const std::string &word) {
                                   return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
                                       return std::islower(static_cast<unsigned char>(c)) ||
                                              std::isdigit(static_cast<unsigned char>(c)) || c == '-';
                                   });
                               });
    return all_are_words ? words : std::vector<std::string>();
}

bool takes_value(const CLI::Option &option) { return option.get_items_expected_max() > 0; }

bool takes_file(const CLI::Option &option) {
    const std::string type = option.get_type_name();
    return type.find("FILE") != std::string::npos || type.find("FOLDER") != std::string::npos ||
           type.find("VOLUME") != std::string::npos;
}

/// What shells offer for an option beside files: its words, or names of what there is.
std::vector<std::string> offers_of(const CLI::Option &option) {
    const std::vector<std::string> names = names_of(option);
    const auto is = [&](const char *name) { return std::ranges::find(names, name) != names.end(); };
    if (is("--view")) {
        std::vector<std::string> views{"standard", "iso"};
        std::ranges::copy(direction_names(), std::back_inserter(views));
        return views;
    }
    if (is("--device")) {
        return {"cpu", "gpu", "all"};
    }
    if (is("--transfer") || is("--show") || is("--save")) {
        std::vector<std::string> presets;
        for (const TransferFunction &preset : transfer_presets()) {
            presets.push_back(preset.name);
        }
        return presets;
    }
    return choices_of(option);
}

/// The same for the first word of a command that is no file.
std::vector<std::string> offers_of(const CLI::App &command) {
    std::vector<std::string> names;
    if (command.get_name() == "synthesize") {
        std::ranges::transform(synthetic_volumes(), std::back_inserter(names), &SyntheticInfo::name);
    }
    return names;
}

/// Lines of help end where the terminal of the help does; here they flow.
std::string in_one_line(const std::string &help) { return text::one_line(help, std::string::npos); }

/// Text of a manual page: backslashes and hyphens stand for themselves, and no line is an order.
std::string roff(const std::string &text) {
    std::string result;
    bool begins = true;
    for (const char c : text) {
        result += begins && (c == '.' || c == '\'') ? "\\&" : "";
        result += c == '\\' ? std::string("\\e") : c == '-' ? "\\-" : c == '\'' ? "\\(aq" : std::string(1, c);
        begins = c == '\n';
    }
    return result;
}

std::string option_paragraph(const CLI::Option &option) {
    std::string head;
    for (const std::string &name : names_of(option)) {
        head += (head.empty() ? "\\fB" : ", \\fB") + roff(name) + "\\fR";
    }
    constexpr std::size_t longest = 60; // that has room beside the name
    const std::string type = takes_value(option) ? option.get_type_name() : "";
    if (!type.empty()) {
        head += " \\fI" + (type.size() > longest ? "VALUE" : roff(type)) + "\\fR";
    }
    std::string text = in_one_line(option.get_description());
    if (type.size() > longest) {
        text += "; VALUE: " + std::regex_replace(type, std::regex("[|,]"), ", ");
    }
    if (!option.get_default_str().empty()) {
        text += " (default: " + in_one_line(option.get_default_str()) + ")";
    }
    return fmt::format(".TP\n{}\n{}\n", head, roff(text));
}

/// "Examples:" and its lines stand as they are; other lines flow, empty ones part paragraphs.
std::string footer_sections(const std::string &footer) {
    std::string examples, rest;
    bool in_examples = false;
    for (const std::string &line : text::split(footer, '\n')) {
        if (line == "Examples:") {
            in_examples = true;
        } else if (in_examples && line.starts_with("  ")) {
            examples += roff(line.substr(2)) + "\n";
        } else if (line.empty()) {
            in_examples = false;
            rest += rest.empty() ? "" : ".PP\n";
        } else {
            rest += roff(line) + "\n";
        }
    }
    std::string text = rest.empty() ? "" : ".SH NOTES\n" + rest;
    return text + (examples.empty() ? "" : ".SH EXAMPLES\n.nf\n" + examples + ".fi\n");
}

std::string synopsis(const CLI::App &command, const std::string &name) {
    std::string text = fmt::format("\\fB{}\\fR [\\fIOPTIONS\\fR]", roff(name));
    for (const CLI::Option *positional :
         command.get_options([](const CLI::Option *one) { return one->get_positional(); })) {
        const std::string word = positional->get_name(true) + (positional->get_items_expected_max() > 1 ? " ..." : "");
        text += positional->get_required() ? fmt::format(" \\fI{}\\fR", roff(word))
                                           : fmt::format(" [\\fI{}\\fR]", roff(word));
    }
    return text;
}

std::string environment_section() {
    std::string text = ".SH ENVIRONMENT\n";
    for (const EnvironmentVariable &variable : environment_variables()) {
        text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", variable.name, roff(variable.meaning));
    }
    return text;
}

std::string files_section() {
    return ".SH FILES\n.TP\n\\fI$XDG_CONFIG_HOME/voxmarch/config.json\\fR, \\fI~/.config/voxmarch/config.json\\fR\n"
           "Device, defaults of options and looks of kinds of volumes, read by every command; "
           "\\fB\\-\\-config\\fR \\fIFILE\\fR names another file, \\fB\\-\\-config\\fR none reads none.\n"
           ".TP\n\\fIviewer.json\\fR\nBeside it: what the viewer remembers.\n"
           ".TP\n\\fI$XDG_CACHE_HOME/voxmarch\\fR, \\fI~/.cache/voxmarch\\fR\nCompiled kernels; may be deleted.\n";
}

/// @param name  "voxmarch-render"
std::string page(const CLI::App &app, const CLI::App &command, const std::string &name, const std::string &version) {
    const bool whole = &app == &command;
    std::string title = name;
    std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return std::toupper(c); });
    std::string summary = in_one_line(command.get_description());
    if (whole) {
        summary[0] = static_cast<char>(std::tolower(summary[0]));
        summary.erase(summary.find_last_not_of('.') + 1);
    }
    std::string text = fmt::format(".TH {} 1 \"\" \"voxmarch {}\" \"User Commands\"\n", roff(title), version);
    text += fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(summary));
    text += ".SH SYNOPSIS\n";
    if (whole) {
        text += "\\fBvoxmarch\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.br\n\\fBvoxmarch\\fR [\\fIVOLUME\\fR]\n";
        text += ".SH COMMANDS\n";
        for (const CLI::App *one : commands_of(app)) {
            text += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff("voxmarch-" + one->get_name()),
                                roff(in_one_line(one->get_description())));
        }
    } else {
        text += synopsis(command, "voxmarch " + command.get_name()) + "\n";
    }
    const auto positionals =
        command.get_options([](const CLI::Option *one) { return one->get_positional() && !one->get_group().empty(); });
    if (!positionals.empty()) {
        text += ".SH ARGUMENTS\n";
    }
    for (const CLI::Option *positional : positionals) {
        text += fmt::format(".TP\n\\fI{}\\fR\n{}\n", roff(positional->get_name(true)),
                            roff(in_one_line(positional->get_description())));
    }
    text += ".SH OPTIONS\n";
    for (const std::string &group : command.get_groups()) {
        const auto options = options_of(command, group);
        if (group.empty() || options.empty()) {
            continue;
        }
        text += group == "Options" ? "" : fmt::format(".SS {}\n", roff(group));
        for (const CLI::Option *option : options) {
            text += option_paragraph(*option);
        }
    }
    text += footer_sections(command.get_footer()) + (whole ? environment_section() + files_section() : "");
    text += ".SH SEE ALSO\n";
    std::vector<std::string> others;
    if (!whole) {
        others.emplace_back("\\fBvoxmarch\\fR(1)");
    }
    for (const CLI::App *one : commands_of(app)) {
        if (one != &command) {
            others.push_back(fmt::format("\\fB{}\\fR(1)", roff("voxmarch-" + one->get_name())));
        }
    }
    return text + fmt::format("{}\n", fmt::join(others, ",\n"));
}

std::string bash_completion(const CLI::App &app) {
    std::vector<std::string> names;
    std::string cases, values;
    for (const CLI::App *command : commands_of(app)) {
        names.push_back(command->get_name());
        std::vector<std::string> words;
        for (const CLI::Option *option : options_of(*command)) {
            const std::vector<std::string> spellings = names_of(*option);
            words.insert(words.end(), spellings.begin(), spellings.end());
            const std::vector<std::string> offers = offers_of(*option);
            if (takes_value(*option) && (!takes_file(*option) || !offers.empty())) {
                std::vector<std::string> patterns;
                for (const std::string &spelling : spellings) {
                    patterns.push_back(command->get_name() + ":" + spelling);
                }
                values += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\"){}); return;;\n",
                                      fmt::join(patterns, "|"), fmt::join(offers, " "),
                                      takes_file(*option) ? " $(compgen -f -- \"$word\")" : "");
            }
        }
        if (const std::vector<std::string> offers = offers_of(*command); !offers.empty()) {
            values += fmt::format("    {0}:{0}) COMPREPLY=($(compgen -W \"{1}\" -- \"$word\")); return;;\n",
                                  command->get_name(), fmt::join(offers, " "));
        }
        cases += fmt::format("    {}) words=\"{}\";;\n", command->get_name(), fmt::join(words, " "));
    }
    return fmt::format(R"(# bash completion of voxmarch
_voxmarch() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$word") $(compgen -f -- "$word"))
    return
  fi
  if [[ $word == = ]]; then # --blend=mi is three words
    word=
  elif [[ $before == = ]]; then
    before=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  case $command:$before in
{}  esac
  if [[ $word != -* ]]; then
    COMPREPLY=($(compgen -f -- "$word"))
    return
  fi
  case $command in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o filenames -F _voxmarch voxmarch
)",
                       fmt::join(names, " "), values, cases);
}

/// In single quotes of a shell.
std::string quoted(const std::string &text) {
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return result + "'";
}

/// The first part of an option's help, as a line of a menu.
std::string short_help(const CLI::Option &option) {
    constexpr std::size_t shortest = 16; // "N: draw this channel" goes on behind its colon
    const std::string text = in_one_line(option.get_description());
    std::string part = text.substr(0, text.find_first_of(";:(", shortest));
    part.erase(part.find_last_not_of(' ') + 1);
    return part;
}

std::string zsh_completion(const CLI::App &app) {
    // Brackets and colons part a specification of _arguments.
    const auto escaped = [](const std::string &text) {
        std::string result;
        for (const char c : text) {
            result += (c == '[' || c == ']' || c == ':' || c == '\\') ? std::string("\\") + c : std::string(1, c);
        }
        return result;
    };
    std::string commands, cases;
    for (const CLI::App *command : commands_of(app)) {
        commands +=
            "    " + quoted(escaped(command->get_name()) + ":" + in_one_line(command->get_description())) + "\n";
        cases += fmt::format("  ({})\n    _arguments \\\n", command->get_name());
        for (const CLI::Option *option : options_of(*command)) {
            std::string action;
            if (takes_value(*option)) {
                const std::string offers = fmt::format("{}", fmt::join(offers_of(*option), " "));
                action = ":" + escaped(option->get_type_name()) + ":" +
                         (takes_file(*option) ? offers.empty() ? "_files" : "{compadd - " + offers + "; _files}"
                          : offers.empty()    ? " "
                                              : "(" + offers + ")");
            }
            for (const std::string &name : names_of(*option)) {
                cases += fmt::format("      {} \\\n",
                                     quoted(fmt::format("*{}[{}]{}", name, escaped(short_help(*option)), action)));
            }
        }
        const std::vector<std::string> offers = offers_of(*command);
        cases += offers.empty() ? "" : fmt::format("      '1:name:({})' \\\n", fmt::join(offers, " "));
        cases += "      '*:file:_files'\n    ;;\n";
    }
    return fmt::format(R"(#compdef voxmarch
# zsh completion of voxmarch
local -a commands
commands=(
{})
if ((CURRENT == 2)); then
  _describe command commands
  _files
  return
fi
local command=$words[2]
shift words
((CURRENT--))
case $command in
{}  (*) _files;;
esac
)",
                       commands, cases);
}

std::string fish_completion(const CLI::App &app) {
    std::string text = "# fish completion of voxmarch\n";
    for (const CLI::App *command : commands_of(app)) {
        text += fmt::format("complete -c voxmarch -n __fish_use_subcommand -a {} -d {}\n", command->get_name(),
                            quoted(in_one_line(command->get_description())));
    }
    for (const CLI::App *command : commands_of(app)) {
        if (const std::vector<std::string> offers = offers_of(*command); !offers.empty()) {
            text += fmt::format("complete -c voxmarch -n '__fish_seen_subcommand_from {}' -f -a {}\n",
                                command->get_name(), quoted(fmt::format("{}", fmt::join(offers, " "))));
        }
        for (const CLI::Option *option : options_of(*command)) {
            text += fmt::format("complete -c voxmarch -n '__fish_seen_subcommand_from {}'", command->get_name());
            for (const std::string &name : option->get_snames()) {
                text += " -s " + name;
            }
            for (const std::string &name : option->get_lnames()) {
                text += " -l " + name;
            }
            if (takes_value(*option)) {
                const std::vector<std::string> offers = offers_of(*option);
                text += takes_file(*option) ? " -r -F" : " -x";
                text += offers.empty() ? "" : " -a " + quoted(fmt::format("{}", fmt::join(offers, " ")));
            }
            text += " -d " + quoted(short_help(*option)) + "\n";
        }
    }
    return text;
}

} // namespace

std::vector<ManualFile> manual_files(const CLI::App &app, const std::string &version) {
    std::vector<ManualFile> files;
    files.push_back({"man/man1/voxmarch.1", page(app, app, "voxmarch", version)});
    for (const CLI::App *command : commands_of(app)) {
        const std::string name = "voxmarch-" + command->get_name();
        files.push_back({"man/man1/" + name + ".1", page(app, *command, name, version)});
    }
    files.push_back({"bash-completion/completions/voxmarch", bash_completion(app)});
    files.push_back({"zsh/site-functions/_voxmarch", zsh_completion(app)});
    files.push_back({"fish/vendor_completions.d/voxmarch.fish", fish_completion(app)});
    return files;
}

void add_manual_command(CLI::App &app, Action &action) {
    auto folder = std::make_shared<std::string>();
    CLI::App *command = app.add_subcommand("manual", "write manual pages and completions of shells");
    command->group("");
    command->add_option("FOLDER", *folder, "of shared data, like /usr/share")
        ->required()
        ->check([](const std::string &given) { return given.empty() ? "its name is empty" : ""; });
    command->callback([&app, &action, folder] {
        action = [&app, folder] {
            for (const ManualFile &file : manual_files(app, VOXMARCH_VERSION)) {
                const std::filesystem::path path = std::filesystem::path(*folder) / file.name;
                std::error_code ignored; // writing will tell
                std::filesystem::create_directories(path.parent_path(), ignored);
                OutputFile output(path);
                output.write(file.text);
                output.commit();
            }
            return 0;
        };
    });
}

} // namespace voxmarch
