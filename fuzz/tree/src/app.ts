import { useState } from "react";

export interface Props {
  title: string;
}

export function App({ title }: Props) {
  const [open, setOpen] = useState(false);
  return toggle(open, setOpen, title);
}

const toggle = (open: boolean, set: (open: boolean) => void, title: string) => {
  set(!open);
  return `${title}: ${open}`;
};
