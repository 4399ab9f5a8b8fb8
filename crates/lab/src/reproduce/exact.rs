//! Figures of the papers that need no games: what follows from their own equations, or from the rules
//! of the game.

use afterstate_papers::experiment::table;

/// Some printed figures beside those that their equation gives.
pub struct Exact {
    /// What they are figures of.
    pub item: &'static str,
    /// How many there are.
    pub figures: usize,
    /// How many are as printed.
    pub same: usize,
    /// How many of the others are slips of the text against its own equation, which we name.
    pub slips: usize,
}

impl Exact {
    /// The verdict in words.
    pub fn verdict(&self) -> String {
        match (self.same + self.slips == self.figures, self.slips) {
            (true, 0) => "as printed".to_owned(),
            (true, slips) => format!("equations confirmed; {slips} slips of the text, listed"),
            (false, _) => "differs".to_owned(),
        }
    }

    /// How many of the figures are as printed.
    pub fn counts(&self) -> String {
        format!("{} of {} as printed", self.same, self.figures)
    }

    /// The item, the verdict and the figures.
    pub fn line(&self) -> [String; 3] {
        [self.item.to_owned(), self.verdict(), self.counts()]
    }

    /// A table in Markdown.
    pub fn table(&self) -> String {
        let header = ["item", "figures", "as printed", "slips of the text", "verdict"];
        let mut line = vec![self.item.to_owned()];
        line.extend([self.figures, self.same, self.slips].map(|count| count.to_string()));
        line.push(self.verdict());
        table::markdown(&[table::header(header), line])
    }
}

/// A statement of a paper that follows from the rules of the game, or does not.
pub struct Statement {
    /// What it is about.
    pub about: String,
    /// The number that the paper gives.
    pub printed: &'static str,
    /// Ours.
    pub ours: String,
    /// Whether the statement holds.
    pub holds: bool,
}

impl Statement {
    /// The verdict in words.
    pub fn verdict(&self) -> &'static str {
        if self.holds { "as printed" } else { "differs" }
    }

    /// What it is about, the verdict and the figures.
    pub fn line(&self) -> [String; 3] {
        let figures = format!("{}; we get {}", self.printed, self.ours);
        [self.about.clone(), self.verdict().to_owned(), figures]
    }
}
