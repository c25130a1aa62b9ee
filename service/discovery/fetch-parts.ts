import {UnreadableDocument} from '../../source/documents/document-text.ts';
import {gatherParts, type Listed, usualPartLimits} from '../../source/documents/gather-parts.ts';
import {resolveInOrigin} from '../../source/documents/resolve-part.ts';
import type {DocumentParts} from './document-parts.ts';
import type {DocumentReader} from './document-reader.ts';
import {type FetchDocument, type FetchedDocument, maxBytes} from './fetch-document.ts';

type FetchPartsParts = {read: DocumentReader; fetchDocument: FetchDocument; signal: AbortSignal};

/** A document with its files takes no longer than this; what is missing then is told. */
const longestMs = 60_000;

/**
 * Fetches the files that a document of an address refers to, from its own origin only and by the rules of the document
 * itself. Rejects with the reason of `signal`.
 */
export async function fetchParts(
	{bytes, url}: FetchedDocument,
	{read, fetchDocument, signal}: FetchPartsParts,
): Promise<{parts: DocumentParts; refused: string[]}> {
	const {origin, pathname, search} = new URL(url);
	const name = pathname + search;
	const until = performance.now() + longestMs;
	const {parts, refused} = await gatherParts(
		{name, bytes},
		{
			resolve: resolveInOrigin(origin),
			async load(file) {
				if (performance.now() > until)
					throw new UnreadableDocument(`reading all of it takes longer than ${longestMs / 1000} s`);
				return (await fetchDocument(origin + file, signal, origin)).bytes;
			},
			async list(files) {
				let listed: ReadonlyMap<string, Listed> = new Map();
				await read(
					{kind: 'references', files, rootName: name},
					async message => {
						if (message.kind === 'references') listed = message.listed;
						else if (message.kind === 'failed')
							listed = new Map([...files.keys()].map(file => [file, {failed: message.reason}]));
					},
					signal,
				);
				return listed;
			},
		},
		{...usualPartLimits, bytes: maxBytes},
	);
	return {parts: {origin, name, files: parts}, refused};
}
