import {PNG} from 'pngjs';
import {expect, it} from 'vitest';
import type {FrontendJob} from '../../../../service/browser/frontend-job.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();
const withPictures: Partial<FrontendJob> = {
	settings: {consent: 'reject', pictures: 'all', stayOnOrigin: false, loginOrigins: [], testIdAttributes: []},
};
/** Holds for a while before it passes, so what the page does meanwhile is over when its picture is due. */
const lines = ['Go to /', '! "Never" is not visible'];
const lateMs = 100;

const colourAt = (picture: Uint8Array | null, x: number, y: number) => {
	const {data, width} = PNG.sync.read(Buffer.from(picture!));
	return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
};

/** The whole page turns blue without a change of its HTML. */
const ways: Record<string, {body: string; turn: string}> = {
	'a drawing': {
		body: '<canvas id="c" width="600" height="400"></canvas>',
		turn: 'const pen = c.getContext("2d"); pen.fillStyle = "#00f"; pen.fillRect(0, 0, 600, 400)',
	},
	'a rule of a style': {
		body: '',
		turn: 'document.styleSheets[0].insertRule("body {background: #00f}", 1)',
	},
	'an adopted style': {
		body: '',
		turn: 'const sheet = new CSSStyleSheet(); sheet.replaceSync("body {background: #00f}"); document.adoptedStyleSheets = [sheet]',
	},
	'an animation': {
		body: '',
		turn: 'document.body.animate([{background: "#00f"}, {background: "#00f"}], {duration: 60000, fill: "both"})',
	},
	'a list that is scrolled': {
		body: '<div id="list" style="height:400px;overflow:auto"><div style="height:400px"></div><div style="height:400px;background:#00f"></div></div>',
		turn: 'list.scrollTop = 400',
	},
	'a frame': {
		body: '<iframe id="f" style="width:600px;height:400px;border:0" srcdoc="<body>"></iframe>',
		turn: 'f.contentDocument.body.style.background = "#00f"',
	},
};

it.each(Object.entries(ways))('%s that changes while nothing is done is in the picture of its step', async (_, way) => {
	const {url} = await serveSite({
		'/': page(
			`<style>body {margin: 0; background: #fff}</style>${way.body}<script>addEventListener('load', () => setTimeout(() => {${way.turn}}, ${lateMs}))</script>`,
		),
	});
	const {status, steps} = await bench.run(url, lines, withPictures);
	expect(status).toBe('passed');
	expect(colourAt(steps[1]!.evidence.picture, 300, 200)).toEqual([0, 0, 255]);
});

it('a page that has not changed has the same picture at each step', async () => {
	const {url} = await serveSite({'/': page('<h1>Welcome</h1>')});
	const {steps} = await bench.run(url, ['Go to /', '! "Welcome" is visible', '! "Never" is not visible'], withPictures);
	const [first, ...rest] = steps.map(({evidence}) => Buffer.from(evidence.picture!).toString('base64'));
	expect(rest).toEqual([first, first]);
});
