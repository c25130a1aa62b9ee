import {readFile} from 'node:fs/promises';

/** Where the build has put the document, seen from a module of the bundle: beside it or above it. */
const places = ['./prepared/openapi.json', '../prepared/openapi.json'];

/**
 * The text of `/openapi.json`, UTF-8. A package brings it along: to make it takes the event loop longer than anybody
 * should wait. Without a build it is made here, once somebody asks.
 *
 * @param version of the service
 */
export async function openApiText(version: string, moduleUrl: string = import.meta.url): Promise<Buffer> {
	for (const place of places) {
		const prepared = await readFile(new URL(place, moduleUrl)).catch(() => null);
		if (prepared !== null) return prepared;
	}
	const {openApiDocument} = await import('./openapi.ts');
	return Buffer.from(JSON.stringify(openApiDocument(version)));
}
