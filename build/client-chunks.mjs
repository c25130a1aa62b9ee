import {readFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';

const staticImport = /^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s+)?'(\.[^']+\.tsx?)'/gm;

/** Files that are loaded together with some entries: their static imports, and theirs. */
function loadedWith(...entries) {
	const files = new Set();
	const visit = file => {
		if (files.has(file)) return;
		files.add(file);
		for (const [, typeOnly, target] of readFileSync(file, 'utf8').matchAll(staticImport))
			if (!typeOnly) visit(resolve(dirname(file), target));
	};
	for (const entry of entries) visit(entry);
	return files;
}

/**
 * Chunks of the client. Left alone, rolldown makes a chunk of every set of modules that the same commands share: a
 * command then loads 40 files of a few hundred bytes, and reading each costs more than running it (30 ms of CPU in all).
 * What every command loads is one chunk, what talks to the service another, the shapes of tests and runs a third.
 */
export function clientChunks(root) {
	const core = loadedWith(join(root, 'source/run-process.ts'), join(root, 'source/commands/shared-flags.ts'));
	const http = loadedWith(join(root, 'source/client/http-client.ts'), join(root, 'source/client/local-service.ts'));
	const contract = loadedWith(join(root, 'source/contract/routes/tests.ts'));
	return {
		// A group takes what it names and nothing more: undici's unused half would come along.
		includeDependenciesRecursively: false,
		groups: [
			{name: 'core', priority: 3, test: id => core.has(id) || /[\\/]node_modules[\\/](meow|zod)[\\/]/.test(id)},
			{name: 'http', priority: 2, test: id => http.has(id)},
			{name: 'contract', priority: 1, test: id => contract.has(id)},
		],
	};
}
