/** Names given at most: a connection keeps the plan of every statement with one. */
const mostNames = 160;
/** A statement with more parameters is a list of changing length. */
const mostParameters = 96;
/** Statements remembered that have been asked once. */
const mostSeen = 2000;

/**
 * Names for the statements that a process asks again and again. PostgreSQL parses and plans one with a name once in each
 * connection; what is asked once, or with lists of any length, has none.
 */
export class StatementNames {
	readonly #names = new Map<string, string>();
	readonly #seen = new Set<string>();

	/** The name of a statement; undefined: it is sent without one. */
	of(sql: string, parameters: number): string | undefined {
		const known = this.#names.get(sql);
		if (known !== undefined || parameters === 0 || parameters > mostParameters) return known;
		if (!this.#seen.has(sql)) {
			if (this.#seen.size < mostSeen) this.#seen.add(sql);
			return undefined;
		}
		if (this.#names.size >= mostNames) return undefined;
		this.#seen.delete(sql);
		const name = `svc_${this.#names.size}`;
		this.#names.set(sql, name);
		return name;
	}
}
