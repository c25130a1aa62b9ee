import {posix} from 'node:path';
import type {ResolvePart} from './outward-references.ts';

/** Whether a reference names an address or a scheme of its own instead of a file. */
const isAddress = (file: string) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(file);

/**
 * The file that a reference of a file means, both below the folder of the document. What lies outside of that folder is
 * refused with the reason: a document must not bring other files of the machine along.
 *
 * @param from name of the file that refers, relative to the folder, with `/`
 */
export const resolveInFolder: ResolvePart = (from, file) => {
	if (isAddress(file)) return {refused: 'it is an address; only files beside the document are read'};
	const path = decoded(file);
	if (path === null || /[\u0000\\]/.test(path)) return {refused: 'it is no path of a file'};
	const name = posix.normalize(posix.join(posix.dirname(from), path));
	if (posix.isAbsolute(path) || name === '..' || name.startsWith('../'))
		return {refused: 'it lies outside of the folder of the document'};
	// A document that somebody else wrote must not bring along what only happens to lie beside it.
	if (!/\.(?:json|ya?ml)$/i.test(name) || name.split('/').some(part => part.startsWith('.')))
		return {refused: 'only .json, .yaml and .yml files are read, and no hidden ones'};
	return {name};
};

function decoded(file: string): string | null {
	try {
		return decodeURIComponent(file);
	} catch {
		return null;
	}
}

/**
 * The same for a document of an address: another address of its origin, named by its path and query.
 *
 * @param from name of the file that refers, such as `/docs/openapi.yaml`
 */
export const resolveInOrigin =
	(origin: string): ResolvePart =>
	(from, file) => {
		const base = new URL(from, origin).href;
		if (!URL.canParse(file, base)) return {refused: 'it is no address'};
		const url = new URL(file, base);
		if (url.origin !== origin) return {refused: 'it lies outside of the origin of the document'};
		return {name: url.pathname + url.search};
	};

/** Why a reference of a document that came alone is not followed. */
export const resolveAlone: ResolvePart = (_, file) => {
	if (isAddress(file)) return {refused: 'it is an address; nothing outside of the document is read'};
	return {
		refused: /^[/\\]|^\.\.[/\\]/.test(file)
			? 'it lies outside of the document'
			: 'the file is not part of what was uploaded; upload the folder in which it lies',
	};
};
