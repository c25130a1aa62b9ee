import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const card = (name: string, place: string, price: string) =>
	`<div class="card"><h3>${name}</h3><p>${place}</p><p>from ${price}</p><button>Book ${name}</button></div>`;
const concerts = page(`<h1>Concerts</h1>
<section><h2>Order summary</h2><ul><li>Seat C5 – 28.00 €</li><li>Seat C6 – 42.00 €</li></ul><p>Booking fee 2.00 €</p><p>Amount due 70.00 €</p></section>
<div>${card('Metal Monday', 'Warehouse 9', '18.00 €')}${card('Piano Gala', 'Town Hall', '55.00 €')}</div>
<section><h2>Venue details</h2><p>Doors open at 19:00. Bags will be checked at the entrance.</p></section>
<p>We sent your tickets to lena@vogel.test.</p><p>Overdue bookings: 3</p><p>Your basket is empty.</p>
<p>Genre <button aria-label="Genre" aria-haspopup="listbox">Any genre ▾</button></p><p><span>Seat strength</span> <b>Weak</b></p>
<p>Order number: LR-5004. We have sent a confirmation.</p><h2>Update password</h2><table><thead><tr><th>Order</th><th>Client</th><th>Issued</th><th>Due</th><th>Paid</th></tr></thead>
<tbody><tr><td>A-0</td><td>Acme</td><td>2027-05-01</td><td>2027-06-01</td><td>Yes</td></tr><tr><td>A-1</td><td>Studio Kiwi</td><td>2027-06-15</td><td>2027-07-15</td><td>No</td></tr></tbody></table>`);

/** In no form, or of things that the page calls otherwise: its records and sentences have every word. */
const holding = [
	'The order summary lists the seats C5 and C6',
	'Metal Monday at Warehouse 9 is found',
	'Piano Gala (from 55.00 €) and Metal Monday (from 18.00 €) are shown',
	'The venue details say that doors open at 19:00',
	'The tickets were sent to lena@vogel.test',
	'The page shows that the basket is empty and the tickets were sent to lena@vogel.test',
	'A booking fee of 2.00 € is displayed',
	'The last row is A-1 for Studio Kiwi due 2027-07-15',
	'The genre filter is "Any genre"',
	'The order number is LR-5004',
	'The new amount due is 70.00 €',
	'The seat strength is "Weak"',
];

const wrong = [
	'The order summary lists the seats C5 and C7',
	'Metal Monday at Town Hall is found',
	'Piano Gala (from 18.00 €) and Metal Monday (from 18.00 €) are shown',
	'The venue details say that doors open at 20:00',
	'The venue details say that the bags are checked',
	'The tickets were sent to lena@vogle.test',
	'The tickets were not sent to lena@vogel.test',
	'The booking is overdue',
	'The booking fee of 70.00 € is displayed',
	'A booking fee of 28.00 € is displayed',
	'The password was updated',
	'The page shows that the basket is not empty',
	'Studio Kiwi is listed as paid',
	'The first row is A-1 for Studio Kiwi',
	'The last row is A-1 for Acme',
	'The genre filter is "Jazz"',
	'The order number is LR-5005',
	'The seat strength is "Strong"',
	'The seat strength is "Seat strength"',
	'Order A-1 for Studio Kiwi is due 2027-06-15',
];

it.each(holding)('takes a claim that the page tells in other words: %s', async claim => {
	const {url} = await serveSite({'/': concerts});
	expect(await bench.run(url, [`! ${claim}`], {stepTimeoutMs: 3000})).toMatchObject({status: 'passed', error: null});
});

it.concurrent.for(wrong)('does not take for true: %s', async (claim, {onTestFinished}) => {
	const {url} = await serveSite({'/': concerts}, onTestFinished);
	const {status} = await bench.run(url, [`! ${claim}`], {stepTimeoutMs: 1500});
	expect(status).not.toBe('passed');
});

const sent = page(`<h1>New transfer</h1><div id="box"><form><label>Amount <input></label></form></div>
<button onclick="box.innerHTML='<h2>Transfer complete</h2>'">Send</button>`);

it('misses a form that was replaced by what says that it was sent', async () => {
	const {url} = await serveSite({'/': sent});
	const {status} = await bench.run(url, ['Click "Send"', '! The transfer form is visible'], {stepTimeoutMs: 800});
	expect(status).not.toBe('passed');
});

const sizes = page(`<h1>Monstera</h1><fieldset><legend>Size</legend><label><input type="radio" name="s">Small</label>
<label><input type="radio" name="s" onchange="said.textContent='Large chosen'">Large</label></fieldset><p id="said"></p>`);

it('chooses what the named group offers', async () => {
	const {url} = await serveSite({'/': sizes});
	const outcome = await bench.run(url, ['Choose size "Large"', '! "Large chosen" is shown'], {stepTimeoutMs: 3000});
	expect(outcome).toMatchObject({status: 'passed', error: null});
});
