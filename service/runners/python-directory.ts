import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

/** Where `main.py` lies seen from a module: beside it in the source tree, beside or above it in a bundle. */
const places = ['./python/', '../python/'];

/**
 * The folder of the Python runtime as it is shipped. `moduleUrl` is the `import.meta.url` of a module in
 * `service/runners` or of a bundle. Throws when the runtime is missing, which only a broken installation can cause.
 */
export function pythonDirectory(moduleUrl: string = import.meta.url): string {
	const folders = places.map(place => fileURLToPath(new URL(place, moduleUrl)));
	const found = folders.find(folder => existsSync(join(folder, 'main.py')));
	if (found === undefined) {
		throw new Error(`The Python runtime is missing from ${folders.join(' and ')}; install svc again.`);
	}
	return found;
}
