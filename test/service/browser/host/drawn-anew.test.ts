import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** Draws all of it anew, and again and again for a time, as an application does whose data come bit by bit. */
const redrawn = (body: string) => `<main id="m"></main><p id="said">-</p><script>
	const html = ${JSON.stringify(body)};
	const draw = () => { m.innerHTML = html };
	const say = text => { clearInterval(timer); said.textContent = text };
	draw();
	const timer = setInterval(draw, 25);
	setTimeout(() => clearInterval(timer), 2500);
</script>`;

it.each([
	[
		'a native list',
		'<label>Theme <select onchange="say(this.value)"><option>Light<option>Dark</select></label>',
		'Select Dark in Theme',
		'Dark',
	],
	['a button', '<button onclick="say(`clicked`)">Pay</button>', 'Click Pay', 'clicked'],
	['a field', '<label>City <input oninput="say(this.value)"></label>', 'Type "Lyon" into City', 'Lyon'],
	['a box', '<label><input type="checkbox" onchange="say(`on`)"> Gift wrap</label>', 'Check Gift wrap', 'on'],
	[
		'a radio button',
		'<label><input type="radio" name="a" onchange="say(`express`)"> Express</label><label><input type="radio" name="a"> Normal</label>',
		'Select Express',
		'express',
	],
	[
		'a list of its own making',
		'<div role="combobox" aria-label="Size" tabindex="0" aria-expanded="true">Small</div><ul role="listbox"><li role="option" onclick="say(`large`)">Large</li><li role="option">Small</li></ul>',
		'Select Large in Size',
		'large',
	],
	[
		'one of two of a name, the other covered',
		'<button style="position:absolute;left:9px;top:90px" onclick="say(`open`)">Save</button><div style="position:absolute;left:9px;top:190px"><button onclick="say(`covered`)">Save</button><p style="position:absolute;inset:-5px;background:#fff">Over</p></div>',
		'Click Save',
		'open',
	],
	['a link to a page', '<a href="#orders" onclick="say(`orders`)">Orders</a>', 'Go to the Orders page', 'orders'],
	['a text that hears of clicks', '<div onclick="say(`heard`)"><p>Total</p></div>', 'Click the "Total" text', 'heard'],
])('finds again what the page draws anew: %s', async (_, body, step, said) => {
	const {url} = await serveSite({'/': page(redrawn(body))});
	const outcome = await bench.run(url, ['Open the home page', step, `! "${said}" is visible`], {stepTimeoutMs: 8000});
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('says of what was taken away for good that it is not there', async () => {
	const {url} = await serveSite({
		'/': page('<button id="b" onpointerenter="b.remove()" onmouseenter="b.remove()">Pay</button><p>Cart</p>'),
	});
	const outcome = await bench.run(url, ['Open the home page', 'Click Pay'], {stepTimeoutMs: 3000});
	expect(outcome.status).toBe('failed');
	expect(outcome.steps[1]?.failure?.case).toBe('not_found');
	expect(outcome.error).toMatch(/Pay.* was not found in /);
});

it('does not click again what its own click has drawn anew', async () => {
	const {url} = await serveSite({
		'/': page(
			`<main id="m"></main><p id="said">0</p><script>
				let n = 0;
				const draw = () => { m.innerHTML = "<button onmousedown='press()'>Add</button><button onclick='press()'>Count</button>" };
				const press = () => { said.textContent = 'pressed ' + ++n; draw() };
				draw();
			</script>`,
		),
	});
	const outcome = await bench.run(url, [
		'Open the home page',
		'Click Count',
		'! "pressed 1" is visible',
		'Click Add',
		'! "pressed 2" is visible',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});
