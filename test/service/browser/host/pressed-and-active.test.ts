import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();
const icon = (name: string) => `<span class="v-icon"><i data-icon="${name}"></i></span>`;
const bed = (name: string, pressed: string) =>
	`<button type="button" aria-pressed="${name === pressed}">${icon('radio_button_unchecked')}<span>${name}</span></button>`;
const room = (pressed: string) =>
	page(`<style>[data-icon]::after{content:attr(data-icon);font-family:serif}</style><h1>Room</h1>
<div class="field"><div class="label"><span>Price</span></div><div><input type="number" value="90"></div></div>
<div class="field"><div class="label"><span>Bed</span></div><div class="group">${['Single', 'Double', 'Bunk'].map(name => bed(name, pressed)).join('')}</div></div>`);
const deploy = (state: string) =>
	page(
		`<div id="head"><ul><li><a id="deploy" class="deploy-button ${state}" href="#">${icon('x')}<span>Deploy</span></a></li></ul></div><h1>Flows</h1>`,
	);
const bold = (pressed: string) => page(`<h1>Note</h1><button aria-pressed="${pressed}">Bold</button>`);
const strip = page(
	`<h1>Shop</h1><div><button class="active">Home</button><button>Offers</button><button>Basket</button></div>`,
);

const flows = (names: string[], listed: string[]) =>
	page(`<h1>Editor</h1><div class="strip"><ul class="tabs">${names.map(name => `<li class="tab"><a class="tab-label" href="#${name}">${name}</a></li>`).join('')}</ul></div>
<div class="tree"><div>Flows</div><ol>${listed.map(name => `<li><div><span>${name}</span></div></li>`).join('')}</ol></div>`);
const both = ['Ferry', 'Lighthouse', 'Old pier'];

it.each([
	['There are three flow tabs: Ferry, Lighthouse and Old pier', flows(both, both), true],
	['There are two flow tabs: Ferry and Lighthouse', flows(both, both), false],
	['There are three flow tabs: Ferry, Lighthouse and Old pier', flows(both.slice(0, 2), both), false],
	['There are three flow tabs: Ferry, Lighthouse and New pier', flows(both, both), false],
	['The bed is set to Double', room('Double'), true],
	['The bed is set to Single', room('Double'), false],
	['The bed is Double', room('Bunk'), false],
	['The bed is set to Double', room('none'), false],
	['The Deploy button is now active', deploy(''), true],
	['The Deploy button is now active', deploy('disabled'), false],
	['The Deploy button is inactive', deploy('disabled'), true],
	['The Bold button is active', bold('true'), true],
	['The Bold button is active', bold('false'), false],
	['The Home button is active', strip, true],
	['The Offers button is active', strip, false],
])('tells which is pressed, and which can be: %s', async (claim, body, holds) => {
	const {url} = await serveSite({'/': body});
	const {status, error} = await bench.run(url, ['Open the home page', `! ${claim}`], {stepTimeoutMs: 2500});
	expect(status === 'passed', error ?? '').toBe(holds);
});
