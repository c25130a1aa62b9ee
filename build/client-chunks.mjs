import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {firstScreens} from './plugins.mjs';

const staticImport = /^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s+)?'(\.[^']+\.tsx?)'/gm;

/** Files that are loaded together with some entries: their static imports, and theirs. */
export function loadedWith(...entries) {
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

/** Whether a file, or one that it loads, draws with Ink. */
const draws = file =>
	[...loadedWith(file)].some(
		one => one.endsWith('.tsx') || /^import (?!type ).* from '(?:react|ink)/m.test(readFileSync(one, 'utf8')),
	);

/**
 * Chunks of the client. Left alone, rolldown makes a chunk of every set of modules that the same commands share: a
 * command then loads 40 files of a few hundred bytes, and reading each costs more than running it (30 ms of CPU in all).
 * What every command loads is one chunk, what talks to the service another, the shapes of tests a third, those of what
 * runs leave a fourth; what the dashboard is before its first request is two, of which commands load the one without Ink as
 * well, the screens it begins with are another, and the rest of its screens, which are loaded after the first frame, a fourth.
 */
export function clientChunks(root) {
	const core = loadedWith(
		...['system/run-process.ts', 'commands/shared-flags.ts', 'commands/define-command.ts', 'client/paginate.ts'].map(
			name => join(root, 'source', name),
		),
	);
	const http = loadedWith(join(root, 'source/client/http-client.ts'), join(root, 'source/client/local-service.ts'));
	const contract = loadedWith(join(root, 'contract/routes/tests.ts'));
	const results = loadedWith(join(root, 'contract/routes/results.ts'));
	const dashboard = loadedWith(join(root, 'source/dashboard/tui.tsx'), join(root, 'screens/actions/run-tests.ts'));
	dashboard.delete(join(root, 'source/dashboard/tui.tsx'));
	// Text output measures cells too, and must not load the dashboard for it.
	for (const file of loadedWith(join(root, 'source/terminal/cell-text.ts'))) dashboard.delete(file);
	// Commands share what does not draw: they must not load Ink for it.
	const shared = new Set([...dashboard].filter(file => !draws(file)));
	const views = readdirSync(join(root, 'screens'), {recursive: true}).filter(name => /-view\.tsx?$/.test(name));
	const isFirst = name => firstScreens.includes(name.split(/[\\/]/)[0]);
	const viewsOf = accept => views.filter(accept).map(name => join(root, 'screens', name));
	const screens = loadedWith(join(root, 'screens/mount.tsx'), ...viewsOf(isFirst));
	const others = loadedWith(...viewsOf(name => !isFirst(name)));
	// What commands load too must not bring the screens along.
	for (const file of [...screens, ...others])
		if (['source/', 'contract/'].some(wing => file.startsWith(join(root, wing)))) {
			screens.delete(file);
			others.delete(file);
		}
	return {
		// A group takes what it names and nothing more: undici's unused half would come along.
		includeDependenciesRecursively: false,
		groups: [
			{name: 'core', priority: 6, test: id => core.has(id) || /[\\/]node_modules[\\/](meow|zod)[\\/]/.test(id)},
			{name: 'http', priority: 5, test: id => http.has(id)},
			{name: 'contract', priority: 4, test: id => contract.has(id)},
			{name: 'results', priority: 3.5, test: id => results.has(id)},
			{name: 'shared', priority: 3.2, test: id => shared.has(id)},
			{name: 'dashboard', priority: 3, test: id => dashboard.has(id)},
			{name: 'screens', priority: 2, test: id => screens.has(id) || id.endsWith('first-views')},
			{name: 'more-screens', priority: 1, test: id => others.has(id) || id.endsWith('other-views')},
		],
	};
}
