/** What a binding does. */
export type Action = {
	do(): void;
	/** Whether there is something to do it to; footer and palette leave it out otherwise. Absent = always. */
	isAvailable?(): boolean;
	/** Why it cannot be done where it is not available, and what can; null: nothing more to say than that. */
	why?(): string | null;
};

/** Actions by the names of their bindings, `layer.action`. */
export type Actions = Record<string, Action>;
