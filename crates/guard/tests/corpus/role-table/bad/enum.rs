enum LinkRole { Entry, State } //~ role-table
const ROLE_WEIGHTS: &[(&str, f64)] = &[("entry", 2.0), ("state", 1.0)]; //~ role-table
fn weight(role: &str) -> f64 {
    match role.trim() { //~ role-table
        "entry" | "route" => 2.0,
        _ => 1.0,
    }
}
fn first(link: &Link) -> bool {
    link.role == "entry" //~ role-table
        || link.role.starts_with("boot") //~ role-table
}
fn known(intent: &str) -> bool {
    ["explain", "locate"].contains(&intent) //~ role-table
}
fn alike(role: &str) -> bool {
    let lower = role.to_lowercase();
    matches!(lower.as_str(), "entry" | "route") //~ role-table
}
wire_names! {
    /// What the place is for.
    pub enum StepRole { //~ role-table
        #[default]
        Entry => "entry",
        State => "state",
    }
}
wire_names! {
    pub enum Format { Text => "text", Json => "json" }
    pub enum PlaceRole { Entry => "entry", State => "state" } //~ role-table
}
wire_names! {
    pub enum LoanRole<'a> { Entry(&'a str), State } //~ role-table
}
