/** Work that only one process of a database may do at a time, by its name. */
export interface Ownership {
	/** Takes it; null: another process has it. */
	take(key: string): Promise<Owned | null>;
}

export type Owned = {
	/** Aborted when it is lost: another process may go on with the work. */
	lost: AbortSignal;
	release(): Promise<void>;
};

const never = new AbortController().signal;
const owned: Owned = {lost: never, async release() {}};

/** Of a process that has its store for itself. */
export const alone: Ownership = {take: async () => owned};

/** What the parts of a service need of the other processes of its database; absent: there can be none. */
export type Others = {ownership: Ownership; wire: ChangeWire};

/** Carries to the other processes that something has changed that people wait for by its key. */
export type ChangeWire = {
	tell(topic: string, key: string): void;
	/** Hears of a topic; null: something may have been missed. */
	listen(topic: string, hear: (key: string | null) => void): void;
};

/**
 * Does work that nobody else is doing; false: another process has it. What fails because the work was taken away fails nothing: who has
 * it now goes on.
 */
export async function whenOwned(
	ownership: Ownership,
	key: string,
	work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> {
	const held = await ownership.take(key);
	if (!held) return false;
	try {
		await work(held.lost);
	} catch (error) {
		if (!held.lost.aborted) throw error;
	} finally {
		await held.release();
	}
	return true;
}
