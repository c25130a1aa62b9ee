/**
 * Keeps the pictures and pages of runs outside the database. What it gives out is an address that holds for good,
 * e.g. `s3://bucket/svc/0f/3a…`: rows that name one can be read wherever later ones go.
 */
export interface ArtifactPlace {
	/** In words of people: a folder, or a bucket with its prefix. */
	readonly name: string;
	/** Keeps bytes under a name of their own; answers their address. Rejects where it cannot be reached in time. */
	write(name: string, bytes: Uint8Array, type: string): Promise<string>;
	/** Null: there is nothing at that address any more. */
	read(address: string): Promise<Uint8Array | null>;
	remove(address: string): Promise<void>;
	/** Everything that was written before `before`, epoch milliseconds; a portion at a time. */
	list(before: number): AsyncIterable<string[]>;
}

/** Where this process puts such bytes, and how it reads those at any address. */
export type Artifacts = {
	/** Null: into the database. */
	place: ArtifactPlace | null;
	/** What the last attempt to write there has met; null: nothing, or there was none. */
	problem(): string | null;
	/** Null: there is nothing at that address any more. */
	read(address: string): Promise<Uint8Array | null>;
};
