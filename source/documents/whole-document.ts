import {textOf, UnreadableDocument} from './document-text.ts';
import {isObject, parsedValue} from './document-value.ts';
import {resolveInFolder} from './resolve-part.ts';
import {gatherParts, usualPartLimits} from './gather-parts.ts';
import {listReferences} from './list-references.ts';
import {joinedParts} from './outward-references.ts';

/** The folder of a document: a file of it, or why it cannot be read. */
type PartFolder = {read(name: string): {bytes: Uint8Array} | {refused: string}};

type WholeDocument = {
	bytes: Uint8Array;
	/** Files that were read with it. */
	parts: number;
	/** What was not read, each with its place and the reason. */
	refused: readonly string[];
};

/**
 * A document of a folder together with the files that it refers to, as one document in JSON; as it is when it refers to
 * none, and when it cannot be read.
 *
 * @param maxBytes of all files together
 */
export async function wholeDocument(
	root: {name: string; bytes: Uint8Array},
	folder: PartFolder,
	maxBytes: number,
): Promise<WholeDocument> {
	const {parts, refused} = await gatherParts(
		root,
		{
			resolve: resolveInFolder,
			async load(name) {
				const content = folder.read(name);
				if ('refused' in content) throw new UnreadableDocument(content.refused);
				return content.bytes;
			},
			list: async files => listReferences(files, root.name),
		},
		{...usualPartLimits, bytes: maxBytes},
	);
	const value = parts.size === 0 ? null : contentOf(root.bytes);
	if (!isObject(value)) return {bytes: root.bytes, parts: 0, refused};
	const values = new Map([...parts].map(([name, bytes]) => [name, contentOf(bytes)]));
	const joined = joinedParts(value, root.name, values, resolveInFolder);
	return {bytes: new TextEncoder().encode(JSON.stringify(joined)), parts: parts.size, refused};
}

const contentOf = (bytes: Uint8Array) => parsedValue(textOf(bytes));
