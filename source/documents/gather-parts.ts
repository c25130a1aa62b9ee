import type {OutwardReference, ResolvePart} from './outward-references.ts';
import {UnreadableDocument} from './document-text.ts';

/** What the files of one document may come to together. */
type PartLimits = {parts: number; bytes: number; rounds: number};

/** "inside a size and depth limit": of files, and of files that refer to files. */
export const usualPartLimits: Pick<PartLimits, 'parts' | 'rounds'> = {parts: 200, rounds: 20};

export type Listed = {references: readonly OutwardReference[]} | {failed: string};

type PartSource = {
	resolve: ResolvePart;
	/** Throws `UnreadableDocument` with the reason. */
	load(name: string): Promise<Uint8Array>;
	/** Files that files refer to; `failed`: the file cannot be read as JSON or YAML. */
	list(files: ReadonlyMap<string, Uint8Array>): Promise<ReadonlyMap<string, Listed>>;
};

type Gathered = {
	/** The other files of the document by name, in the order in which they were found. */
	parts: Map<string, Uint8Array>;
	/** What is not read, each with its place and the reason. */
	refused: string[];
};

/**
 * Reads the files that a document refers to, and those that they refer to. Files may refer to each other in circles; each
 * is read once. What cannot be read, or would be too much, is told and left out.
 */
export async function gatherParts(
	root: {name: string; bytes: Uint8Array},
	source: PartSource,
	limits: PartLimits,
): Promise<Gathered> {
	const parts = new Map<string, Uint8Array>();
	const refused: string[] = [];
	const known = new Set([root.name]);
	const namedBy = new Map<string, string>();
	let bytes = root.bytes.length;
	let round = new Map([[root.name, root.bytes]]);
	for (let depth = 0; round.size > 0; depth++) {
		const wanted: string[] = [];
		for (const [from, listed] of await source.list(round)) {
			if ('failed' in listed) {
				// The document itself is read, and refused, by whoever asked for its parts.
				if (parts.delete(from)) refused.push(`${namedBy.get(from)}: ${listed.failed}`);
				continue;
			}
			for (const {file, at} of listed.references) {
				const place = `${quoted(from)} ${quoted(at)}: ${quoted(file)}`;
				const found = source.resolve(from, file);
				if ('refused' in found) refused.push(`${place} is not read: ${found.refused}`);
				else if (!known.has(found.name)) {
					known.add(found.name);
					namedBy.set(found.name, place);
					wanted.push(found.name);
				}
			}
		}
		round = new Map();
		for (const name of wanted) {
			const place = namedBy.get(name)!;
			if (parts.size >= limits.parts) refused.push(`${place} is not read: there are more than ${limits.parts} files`);
			else if (depth >= limits.rounds) refused.push(`${place} is not read: it is ${limits.rounds} files away`);
			else {
				try {
					const content = await source.load(name);
					if (bytes + content.length > limits.bytes)
						throw new UnreadableDocument(`the files are larger than ${limits.bytes / 1_048_576} MB together`);
					bytes += content.length;
					parts.set(name, content);
					round.set(name, content);
				} catch (error) {
					if (!(error instanceof UnreadableDocument)) throw error;
					refused.push(`${place} is not read: ${error.message}`);
				}
			}
		}
	}
	return {parts, refused};
}

/** A name of the document inside a sentence: short, and without what a terminal would act on. */
const quoted = (text: string): string =>
	text.slice(0, 160).replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '?');
