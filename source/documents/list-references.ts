import {textOf, UnreadableDocument} from './document-text.ts';
import {parsedValue} from './document-value.ts';
import type {Listed} from './gather-parts.ts';
import {canHaveParts, mayReferOutward, outwardReferences} from './outward-references.ts';

/**
 * The files that files of a document refer to.
 *
 * @param rootName the document itself: it has parts only when it is OpenAPI or Swagger
 */
export function listReferences(files: ReadonlyMap<string, Uint8Array>, rootName: string): Map<string, Listed> {
	return new Map([...files].map(([name, bytes]) => [name, listed(bytes, name === rootName)]));
}

function listed(bytes: Uint8Array, isRoot: boolean): Listed {
	try {
		const text = textOf(bytes);
		if (isRoot && !mayReferOutward(text)) return {references: []};
		const value = parsedValue(text);
		return {references: isRoot && !canHaveParts(value) ? [] : outwardReferences(value)};
	} catch (error) {
		if (error instanceof UnreadableDocument) return {failed: error.message};
		if (error instanceof RangeError) return {failed: 'it is nested too deeply'};
		throw error;
	}
}
