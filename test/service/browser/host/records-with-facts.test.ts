import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const table = (heads: string, ...rows: string[]) => {
	const cells = (row: string, tag: string) => row.split('|').map(text => `<${tag}>${text}</${tag}>`);
	const body = rows.map(row => `<tr>${cells(row, 'td').join('')}</tr>`);
	return `<table><thead><tr>${cells(heads, 'th').join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
};

const desk = page(
	`<main><h1>Desk</h1><h2>Tickets</h2>${table('No.|Subject|Pages|Status', '1006|Printer on fire|410|Open', '1002|Lost ticket|98|Draft')}
<h2>Users</h2>${table('Name|Email', 'Ann Lee|ann@plan.test')}</main>`,
	'Desk',
);

it('tells records by their number and by what else their row says', async () => {
	const {url} = await serveSite({'/desk': desk});
	const holds = [
		'Ticket 1006 is in the first row',
		'Ticket #1002 is in the second row',
		'Ticket 1006 is not in the second row',
		'"Printer on fire" with 410 pages is in the first row',
		'"Printer on fire" with 410 pages and the status Open is in the first row',
		'The users table has one user, "Ann Lee" with the email "ann@plan.test"',
	];
	const isFalse = [
		'Ticket 1002 is in the first row',
		'Ticket 1006 is not in the first row',
		// A number of pages names no ticket, and what is numbered here are no invoices.
		'Ticket 410 is in the first row',
		'Invoice 1006 is in the first row',
		'"Printer on fire" with 98 pages is in the first row',
		'"Printer on fire" with 410 pages and the status Draft is in the first row',
		'The users table has one user, "Ann Lee" with the email "bob@plan.test"',
		'There is one ticket, "Lost ticket" with the status Draft',
	];
	const said: Record<string, string> = {};
	for (const claim of [...holds, ...isFalse])
		said[claim] = (await bench.run(`${url}/desk`, [`! ${claim}`], {stepTimeoutMs: 2000})).status;
	expect(said).toEqual(
		Object.fromEntries([...holds.map(claim => [claim, 'passed']), ...isFalse.map(claim => [claim, 'failed'])]),
	);
});

it('reads how a record is on the head that folds it, and not on its other buttons', async () => {
	const folder = (name: string, state: string, act: string) =>
		`<div class="panel"><button class="head" aria-expanded="true"><h4><div>${state}</div><div>${name}</div></h4></button><div><p>Last scan</p><button>${act}</button></div></div>`;
	const {url} = await serveSite({
		'/f': page(
			`<h1>Sync</h1><div>${folder('Music', 'Paused', 'Resume')}${folder('Photos', 'Unshared', 'Paused')}</div>`,
		),
	});
	const status = async (claim: string) => (await bench.run(`${url}/f`, [`! ${claim}`], {stepTimeoutMs: 2000})).status;
	expect(await status('Music is paused now')).toBe('passed');
	expect(await status('Photos is paused')).toBe('failed');
	expect(await status('Music is unshared')).toBe('failed');
});
