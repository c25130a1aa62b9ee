import {expect, it} from 'vitest';
import {createPlanBench, planJob} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

async function ask(body: string) {
	const {url} = await serveSite({'/': page(body)});
	return async (...lines: string[]) =>
		bench.start({...planJob(url, ['Open the home page', ...lines]), stepTimeoutMs: 2000}).result;
}

/** The sentences that are offered. */
const offered = (error: string | null) => (/Say which: (.*)$/s.exec(error ?? '')?.[1] ?? '').split(' · ');

const reports = '<p id="said"></p><script>const say = text => { said.textContent = text; }</script>';

it.each([
	[
		'a link and a button that a picture alone speaks for',
		`<main><a href="#" class="icon-plus" style="position:absolute;right:0;top:0;width:20px;height:20px" onclick="say('first')"></a>
		<button class="icon-plus" onclick="say('second')"></button></main>${reports}`,
		'Click the plus button',
	],
	[
		'two buttons of the same name between others',
		`<button onclick="say('first')">Edit</button><button disabled>Edit</button><button onclick="say('second')">Edit</button>${reports}`,
		'Click the "Edit" button',
	],
	[
		'one in each row of a table without a title',
		`<table><tr><td>Ann<td><button onclick="say('first')">Edit</button><tr><td>Ben<td><button onclick="say('second')">Edit</button></table>${reports}`,
		'Click Edit',
	],
])('each sentence that is offered for %s names one of them', async (_, body, step) => {
	const run = await ask(body);
	const {error, status} = await run(step);
	expect(status).toBe('blocked');
	const forms = offered(error);
	const met: string[] = [];
	for (const form of forms) {
		for (const said of ['first', 'second']) {
			const outcome = await run(form, `! "${said}" is visible`);
			expect(outcome.failedStepIndex, `${form}: ${outcome.error}`).not.toBe(2);
			if (outcome.status === 'passed') met.push(said);
		}
	}
	expect(met.sort()).toEqual(['first', 'second']);
});

it('takes the one at the side that is said, also where its purpose is said', async () => {
	const run = await ask(
		`<a href="#" class="icon-plus" style="position:absolute;right:0;top:0;width:20px;height:20px" onclick="say('corner')"></a>
		<button class="icon-plus" style="position:absolute;right:0;top:300px" onclick="say('column')"></button>${reports}`,
	);
	const {error} = await run('Click the plus button at the top right to create a new book', '! "corner" is visible');
	expect(error).toBe(null);
	expect((await run('Click the plus button at the bottom right to add a column', '! "column" is visible')).error).toBe(
		null,
	);
});

it('says how many there are where a later one is asked for', async () => {
	const run = await ask('<ul><li><button>Edit</button><li><button>Edit</button></ul>');
	expect((await run('Click the third "Edit" button')).error).toContain(
		'the 3rd button "Edit" was looked for, but there are only 2',
	);
});

it('clicks what a button says in full, with its small words', async () => {
	const run = await ask(
		`<button onclick="say('one')">Yes</button><button onclick="say('two')">Yes, delete</button><button onclick="say('three')">Try it out</button>
		<button onclick="say('four')">No, keep it</button>${reports}`,
	);
	for (const [step, said] of [
		['Click Yes', 'one'],
		['Confirm with Yes, delete', 'two'],
		['Click Try it out', 'three'],
		['Press No, keep it', 'four'],
	] as const)
		expect((await run(step, `! "${said}" is visible`)).error, step).toBe(null);
});
