import {expect, it} from 'vitest';
import {createPlanBench, planJob} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

async function ask(body: string) {
	const {url} = await serveSite({'/': page(body)});
	return async (...lines: string[]) =>
		bench.start({...planJob(url, ['Open the home page', ...lines]), stepTimeoutMs: 1500}).result;
}

const navigation = (side: 'left' | 'right', names: string[]) =>
	`<nav style="position:fixed;top:0;${side}:0;width:160px">${names
		.map(name => `<a href="#${side}-${name}">${name}</a>`)
		.join(' ')}</nav>`;
const twoSides = `${navigation('left', ['Books', 'Users'])}${navigation('right', ['Books', 'Help'])}`;

it.each([
	['Pick Books from the navigation on the left', '#left-Books'],
	['Click Books in the right navigation', '#right-Books'],
	['Select Users in the left navigation', '#left-Users'],
])('takes the area at the side that is said: %s', async (step, hash) => {
	const run = await ask(twoSides);
	const {status, error} = await run(step, `! The URL ends with "${hash}"`);
	expect({status, error}).toEqual({status: 'passed', error: null});
});

it.each(['Click Help in the navigation on the left', 'Pick Help from the left navigation'])(
	'acts on nothing that stands at the other side: %s',
	async step => {
		const run = await ask(twoSides);
		const {status, failedStepIndex} = await run(step);
		expect({status, failedStepIndex}).toEqual({status: 'failed', failedStepIndex: 2});
	},
);

const table = (caption: string, rows: string[][]) =>
	`<table><caption>${caption}</caption><tr><th>Option<th>Default</tr>${rows
		.map(([name, value]) => `<tr><td>${name}<td>${value}</tr>`)
		.join('')}</table>`;
const tables = `${table('Options', [
	['size', '12'],
	['colour', 'red'],
])}${table('Shades', [['shade', 'blue']])}${table('People', [['Bob', 'green']])}${table('Guests', [['Ann', 'grey']])}`;

it('reads the cell of a row in the table that is said', async () => {
	const run = await ask(tables);
	const {status, error} = await run(
		'! In the Options table, the default for colour is "red"',
		'! In the People table, the default of Bob is "green"',
	);
	expect({status, error}).toEqual({status: 'passed', error: null});
});

it.each([
	'In the Shades table, the default for colour is "red"',
	'In the Prices table, the default for colour is "red"',
	'In the Options table, the default for colour is "12"',
	'In the Guests table, the default of Bob is "green"',
	'In the dialog, the default of Bob is "green"',
])('reads no cell of another table: %s', async claim => {
	const run = await ask(tables);
	expect((await run(`! ${claim}`)).status).toBe('failed');
});
