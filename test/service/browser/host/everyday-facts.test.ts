import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const row = (...cells: string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;

/** An invoice with its facts beside their names, the one line of it, and the other invoices below. */
const invoice = page(`<nav><a href="#c">Clients</a> <a href="#s">Settings</a></nav><h1>Invoice INV-1042</h1>
<dl><dt>Client</dt><dd>Acme GmbH</dd><dt>Due date</dt><dd>12.03.2027</dd><dt>Balance due</dt><dd>€1,240.00</dd></dl>
<h2>Lines</h2><table><thead><tr><th>Description</th><th>Quantity</th><th>Line total</th></tr></thead><tbody>${row('Poster', '2', '€300.00')}</tbody></table>
<h2>Others</h2><table><thead><tr><th>Number</th><th>Company</th><th>Amount</th><th>Status</th></tr></thead>
<tbody>${row('INV-1044', 'Northwind BV', '€2,100.00', 'Open')}${row('INV-1045', 'Blue Whale Ltd', '€90.00', 'Paid')}</tbody></table>`);

const holding = [
	'The client is Acme GmbH and the balance due is €1,240.00',
	'The line total is €300.00',
	'In the row of INV-1044 the company is Northwind BV and the amount is €2,100.00',
	'In the row of INV-1045 the company is Blue Whale Ltd, the amount is €90.00 and the status is Paid',
	'In the row of Blue Whale Ltd the status is Paid',
];

const wrong = [
	'The client is Settings',
	'The client is Acme GmbH and the balance due is €1,240.50',
	'The line total is €30.00',
	'The amount is €90.00',
	'In the row of INV-1044 the company is Northwind BV and the amount is €90.00',
	'In the row of INV-1045 the company is Blue Whale Ltd, the amount is €2,100.00 and the status is Paid',
	'In the row of INV-1045 the company is Blue Whale Ltd, the amount is €90.00 and the status is Open',
	'In the row of Blue Whale Ltd the status is Open',
];

it('reads several facts of one record', async () => {
	const {url} = await serveSite({'/': invoice});
	const outcome = await bench.run(
		url,
		holding.map(claim => `! ${claim}`),
		{stepTimeoutMs: 3000},
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it.concurrent.for(wrong)('does not take for true: %s', async (claim, {onTestFinished}) => {
	const {url} = await serveSite({'/': invoice}, onTestFinished);
	const {status} = await bench.run(url, [`! ${claim}`], {stepTimeoutMs: 1500});
	expect(status).not.toBe('passed');
});

/** Events with a button each at their far end, all in one of the panels of a list. */
const event = (name: string) =>
	`<div style="display:flex"><div style="flex:1"><h3>${name}</h3><p>Fri, 20:00</p><p>The Cellar</p><p>Jazz</p></div><div><p>from 28 €</p><button onclick="said.textContent='Booked ${name}'">Book</button></div></div>`;
const events = page(
	`<ul><li><p>Search</p></li><li><h2>Events</h2>${['Jazz Night', 'Indie Fest', 'Quartet'].map(event).join('')}</li><li><p>Newsletter</p></li></ul><p id="said"></p>`,
);

it.each(['Book Indie Fest', 'Click "Book" next to "Indie Fest"'])(
	'does it to the record that is named, not to what stands around all of them: %s',
	async step => {
		const {url} = await serveSite({'/': events});
		const outcome = await bench.run(url, [step, '! "Booked Indie Fest" is visible'], {stepTimeoutMs: 3000});
		expect(outcome).toMatchObject({status: 'passed', error: null});
	},
);
