import {shellWord} from './shell-word.ts';

/** What a place of a command (`<project-id>`) stands for, by its name. */
type KnownPlaces = Readonly<Record<string, string | undefined>>;

/** Places of commands in next steps, and where their reader gets what belongs there: nobody else knows it. */
export const placeWords: Readonly<Record<string, string>> = {
	'project-id': 'see svc project list',
	'test-id': 'see svc test list --project <project-id>',
	'run-id': 'see svc test result <test-id> --history',
	'batch-id': 'see svc batch list --project <project-id>',
	'row-id': 'see svc plan list --project <project-id>',
	environment: 'see svc project env list <project-id>',
	url: 'the address of what is tested',
	name: 'a name of your choice',
	field: 'the field of the request that the API asks for',
	value: 'what the API accepts there',
	body: 'what the API accepts, as JSON',
	account: 'the name to sign in with',
	'auth-type': '"Bearer token", "API key" or "basic token"',
	'password-file': 'a file with the password alone',
	'credential-file': 'a file with the token or password alone',
	'account-file': 'a file with user:password',
	'python-file': 'the code of the test',
	'plan-file': 'the test as JSON; svc test scaffold --type frontend shows the form',
	'steps-file': 'the steps as JSON; svc test scaffold --type frontend shows the form',
	'api-document': 'an OpenAPI, Swagger, Postman, HAR or text file',
	folder: 'where they are written',
	time: 'when it ends, such as 2030-01-31',
	count: 'how many',
	agent: 'see svc agent list',
};

const place = /<([a-z]+(?:-[a-z]+)*)>/g;

/** Commands with the places filled whose value is known; what is no command names its places as words. */
export const fillPlaces = (text: string, known: KnownPlaces): string =>
	inCommands(text, line =>
		line.replace(place, (whole, name: string) => {
			const value = Object.hasOwn(known, name) ? known[name] : undefined;
			return value === undefined ? whole : shellWord(value);
		}),
	);

/** Commands with what belongs into the places that are left said behind them; nothing is said twice. */
export const tellPlaces = (text: string): string =>
	inCommands(text, line => {
		const names = [...new Set([...line.matchAll(place)].map(([, name = '']) => name))];
		const told = names
			.filter(name => Object.hasOwn(placeWords, name) && !line.includes(`<${name}>: `))
			.map(name => `<${name}>: ${wordsOf(name, line)}`);
		const end = line.endsWith('.') ? '.' : '';
		return told.length === 0 ? line : `${line.slice(0, line.length - end.length)} (${told.join('; ')})${end}`;
	});

/** The command that shows what belongs into a place speaks of the project of its own command, or of that of the folder. */
function wordsOf(name: string, line: string): string {
	const project = /\bprj_\w+/.exec(line)?.[0];
	const words = placeWords[name] ?? '';
	return project ? words.replace('<project-id>', project) : words.replace(' --project <project-id>', '');
}

/** What stands before the first command of a line names places as words. */
const inCommands = (text: string, change: (part: string) => string): string =>
	text
		.split('\n')
		.map(line => {
			const at = line.search(/\bsvc [a-z]/);
			return at === -1 ? line : line.slice(0, at) + change(line.slice(at));
		})
		.join('\n');
