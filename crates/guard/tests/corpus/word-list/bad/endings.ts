export const replaced = { ies: "y", ing: "", ed: "" }; //~ word-list
export const base = [["ies", "y"], ["ing", ""]]; //~ word-list
