//! Tables in CSV, also those that a spreadsheet has saved again: with quotes around every field or
//! none, semicolons or tabs, commas that pad short lines, and blank lines.

/// The separators that spreadsheets write.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// The columns whose fields are always in quotes, because a player's name may contain commas.
const NAMES: [&str; 2] = ["strategy", "player"];

/// The fields of a line of CSV.
pub fn fields(line: &str) -> Vec<String> {
    // Most lines are as our programs write them, and making a reader takes longer than reading a line.
    let quoted = line.strip_prefix('"').and_then(|line| line.split_once("\","));
    let (name, others) = quoted.map_or((None, line), |(name, others)| (Some(name), others));
    let is_odd = |part: &str| part.is_empty() || part.contains(['"', '\r', '\n']);
    if name.is_some_and(is_odd) || is_odd(others) || others.trim_matches(',').is_empty() {
        return lines(line, b',').next().unwrap_or_default();
    }
    name.into_iter().chain(others.split(',')).map(str::to_owned).collect()
}

/// A name in quotes, as a field.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The text as our programs write it: comments that begin with `#`, one of the lines in `columns`, and
/// lines of as many fields. A text without such a line of columns is returned as it is.
pub fn restore(text: &str, columns: &[&str]) -> String {
    let names = |fields: &[String]| {
        columns.iter().copied().find(|columns| *columns == trimmed(fields).join(","))
    };
    let separator = SEPARATORS
        .into_iter()
        .find(|&separator| lines(text, separator).any(|fields| names(&fields).is_some()));
    let Some(separator) = separator else { return text.to_owned() };
    let mut restored = String::with_capacity(text.len());
    let mut found: Option<&str> = None;
    for fields in lines(text, separator) {
        match (found, names(&fields)) {
            (None, Some(columns)) => {
                restored += columns;
                found = Some(columns);
            }
            (Some(columns), None) if !fields[0].starts_with('#') => {
                restored += &line(&fields, columns);
            }
            // Commas in a comment were taken for separators.
            _ => restored += &trimmed(&fields).join(","),
        }
        restored.push('\n');
    }
    restored
}

/// The fields of each line that is not blank.
fn lines(text: &str, separator: u8) -> impl Iterator<Item = Vec<String>> {
    let reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let fields = |record: csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let lines = reader.into_records().map_while(Result::ok).map(fields);
    lines.filter(|fields| !trimmed(fields).is_empty())
}

/// The fields without the empty ones that pad a short line.
fn trimmed(fields: &[String]) -> &[String] {
    let last = fields.iter().rposition(|field| !field.is_empty());
    &fields[..last.map_or(0, |last| last + 1)]
}

/// A line of as many fields as there are columns, or more if these are not empty.
fn line(fields: &[String], columns: &str) -> String {
    let count = columns.split(',').count().max(trimmed(fields).len());
    let first_is_name = columns.split(',').next().is_some_and(|first| NAMES.contains(&first));
    let field = |index: usize| {
        let field = fields.get(index).map_or("", String::as_str);
        if (index == 0 && first_is_name) || field.contains([',', '"']) {
            quoted(field)
        } else {
            field.to_owned()
        }
    };
    (0..count).map(field).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &str = "player,seed,score,nodes";
    const TEXT: &str = "# afterstate match 0.1.0, search 1-2\n\
        # games of \"a:x=1,y=2\",4,4: 3 from seed 0\n\
        player,seed,score,nodes\n\
        \"a:x=1,y=2\",1,20,\n\
        \"b\",2,30,7\n";

    #[test]
    fn a_line_is_read_as_a_file_is() {
        let usual = ["\"a:x=1,y=2\",4,4,7,20,2048,9,0.5", "a,1,,", "\"b\",,2", "c"];
        let odd = [
            "",
            ",",
            "\"\",,",
            "\"\"",
            "\"d\"",
            "\"say \"\"e\"\"\",1",
            "\"f\",\"1,2\",3",
            "g,\"1\",2",
            "h,1\r",
            "\"i,1",
        ];
        for line in usual.into_iter().chain(odd) {
            assert_eq!(fields(line), lines(line, b',').next().unwrap_or_default(), "{line:?}");
        }
    }

    #[test]
    fn what_our_programs_wrote_stays_as_it_is() {
        assert_eq!(restore(TEXT, &["other", COLUMNS]), TEXT);
        assert_eq!(restore("my notes, and others\n", &[COLUMNS]), "my notes, and others\n");
        let finds = "# x\ngame,puzzle,pairs\n1,,\n";
        assert_eq!(restore(finds, &["game,puzzle,pairs"]), finds);
    }

    #[test]
    fn what_a_spreadsheet_saved_is_restored() {
        let spreadsheets = [
            // Quotes where they are needed, and padding.
            "\"# afterstate match 0.1.0, search 1-2\",,,\n\
             \"# games of \"\"a:x=1,y=2\"\",4,4: 3 from seed 0\",,,\n\
             player,seed,score,nodes\n\"a:x=1,y=2\",1,20,\nb,2,30,7\n\n",
            // Comments in columns, quotes everywhere.
            "\"# afterstate match 0.1.0\",\" search 1-2\",\"\",\"\"\n\
             \"# games of \"\"a:x=1\",\"y=2\"\"\",\"4\",\"4: 3 from seed 0\"\n\
             \"player\",\"seed\",\"score\",\"nodes\"\n\"a:x=1,y=2\",\"1\",\"20\",\"\"\n\"b\",\"2\",\"30\",\"7\"\n,,,\n",
            // Semicolons.
            "# afterstate match 0.1.0, search 1-2;;;\n\
             \"# games of \"\"a:x=1,y=2\"\",4,4: 3 from seed 0\";;;\n\
             player;seed;score;nodes\na:x=1,y=2;1;20;\nb;2;30;7\n;;;\n",
            // Tabs.
            "# afterstate match 0.1.0, search 1-2\t\t\t\n\
             \"# games of \"\"a:x=1,y=2\"\",4,4: 3 from seed 0\"\t\t\t\n\
             player\tseed\tscore\tnodes\na:x=1,y=2\t1\t20\t\nb\t2\t30\t7\n",
            // A padding comma at the end of every line.
            "# afterstate match 0.1.0, search 1-2,\n\
             # games of \"a:x=1,y=2\",4,4: 3 from seed 0,\n\
             player,seed,score,nodes,\n\"a:x=1,y=2\",1,20,,\nb,2,30,7,\n",
        ];
        for text in spreadsheets {
            assert_eq!(restore(text, &[COLUMNS]), TEXT, "{text}");
        }
    }

    #[test]
    fn a_field_too_many_is_kept_and_refused_by_the_reader() {
        let text = "player,seed,score,nodes\na,1,2,3,4\n";
        assert_eq!(restore(text, &[COLUMNS]), "player,seed,score,nodes\n\"a\",1,2,3,4\n");
        assert_eq!(fields("\"a,b\",1,,"), ["a,b", "1", "", ""]);
    }
}
