import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** Cards that do nothing themselves; what is done to one stands in it. */
const card = (name: string) =>
	`<article class="card"><h3>${name}</h3><p>Due soon</p><button onclick="d.textContent='Opened ${name}'">Open</button><button onclick="d.textContent='Deleted ${name}'">Delete</button></article>`;
const board = page(
	`<h1>Board</h1><section>${['Fix footer', 'Write tests'].map(card).join('')}</section><p id="d">Nothing yet</p>`,
);

it.each(['Open the card "Write tests"', 'Open the Write tests card', 'Open the card Write tests'])(
	'%s is done by the control that opens it',
	async step => {
		const {url} = await serveSite({'/board': board});
		const outcome = await bench.run(`${url}/board`, [step, '! "Opened Write tests" is visible']);
		expect(outcome).toMatchObject({status: 'passed', error: null});
	},
);

it('a card that is clickable itself is clicked', async () => {
	const clickable = board.replaceAll(
		'class="card"',
		'class="card" style="cursor:pointer" onclick="d.textContent=\'Card\'"',
	);
	const {url} = await serveSite({'/board': clickable});
	const outcome = await bench.run(`${url}/board`, ['Click the Write tests card', '! "Card" is visible']);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});
