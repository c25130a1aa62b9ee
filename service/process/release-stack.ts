/** What has been opened, to be put away in the opposite order. */
export class ReleaseStack {
	readonly #open: Array<() => void | Promise<void>> = [];

	add(release: () => void | Promise<void>): void {
		this.#open.push(release);
	}

	/** Releases everything, the last opened first; one failure does not keep the others. Throws the first of them. */
	async run(): Promise<void> {
		const failures: unknown[] = [];
		for (let release = this.#open.pop(); release; release = this.#open.pop()) {
			try {
				await release();
			} catch (error) {
				failures.push(error);
			}
		}
		if (failures.length > 0) throw failures[0];
	}
}
