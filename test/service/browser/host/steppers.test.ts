import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const booking = page(`<h1>Book</h1>
<div><span>Adults</span><button aria-label="Decrease adults">−</button><output id="a" aria-label="Adults">2</output><button aria-label="Increase adults">+</button></div>
<p><label>Rooms <input type="number" value="1"></label></p><h2>Notes</h2><p>Free parking</p>
<script>const a=document.querySelector('#a');const [less,more]=document.querySelectorAll('button');
less.onclick=()=>{a.textContent=+a.textContent-1};more.onclick=()=>{a.textContent=+a.textContent+1}</script>`);

it('brings a number where the step says, by its buttons or in its field', async () => {
	const {url} = await serveSite({'/book': booking});
	const outcome = await bench.run(`${url}/book`, [
		'Increase the number of adults to 4',
		'! Adults is set to 4',
		'Decrease the adults by 1',
		'! The number of adults is 3',
		'Increase the rooms by 2',
		'! The Rooms field is 3',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	expect(outcome.script).not.toBeNull();
});

it('does not make a number smaller that is to be increased', async () => {
	const {url} = await serveSite({'/book': booking});
	const outcome = await bench.run(`${url}/book`, ['Increase the adults to 1']);
	expect(outcome.status).not.toBe('passed');
	expect(outcome.error).toContain('is 2 already, so it cannot be increased to 1');
});

it('takes no state for denied that the thing cannot have', async () => {
	const {url} = await serveSite({'/book': booking});
	const outcome = await bench.run(`${url}/book`, ['! Free parking is not checked'], {stepTimeoutMs: 2000});
	expect(outcome.status).toBe('failed');
	expect(outcome.error).toContain('has no such state');
});
