import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

it('passes a click that closes its own page before it has ended', async () => {
	const {url} = await serveSite({
		'/': page('<h1>Desk</h1><button onclick="window.open(\'/help\')">Help</button>'),
		'/help': page('<h1>Help centre</h1><button onmousedown="window.close()">Close window</button>'),
	});
	const steps = ['Click "Help"', '! "Help centre" is visible', 'Click "Close window"', '! "Desk" is visible'];
	expect(await bench.run(url, steps, {stepTimeoutMs: 4000})).toMatchObject({status: 'passed', error: null});
});
