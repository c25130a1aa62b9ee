// Records the real dashboard: runs a command in a pseudo-terminal, keeps its screen in an emulator, follows a script of
// keys, and writes pictures of what a user would have seen.
//
// usage: node media/record.mjs <script.json>
// script: {"command": ["node", "dist/cli.js", "ui"], "columns": 100, "rows": 30, "palette": "dark", "env": {…},
//          "steps": [{"wait": "text on the screen"} | {"pause": ms} | {"keys": "jjj"} | {"type": "text"} |
//                    {"still": "media/name"} | {"record": "media/name"} | {"finish": true}]}
// A step "record" begins a recording that lasts to "finish" or the end of the script: an SVG that plays by itself.
// "still" takes a picture (WebP) on a dark and on a light terminal; with {"png": true} PNG as well, to look at.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {spawn} from '@lydell/node-pty';
import {Resvg} from '@resvg/resvg-js';
import xterm from '@xterm/headless';
import sharp from 'sharp';
import {geometry, movingPicture, palettes, rowPicture, stillPicture} from './terminal-picture.mjs';
import {withUnicodeWidths} from './unicode-widths.mjs';

const fontFolder = '/usr/share/fonts/truetype';
/**
 * Debian packages fonts-dejavu-core, fonts-noto-*, fonts-droid-fallback; what is there is used. No font that joins
 * characters: the renderer would draw `==` as one sign.
 */
const fontFiles = [
	'dejavu/DejaVuSansMono.ttf',
	'dejavu/DejaVuSansMono-Bold.ttf',
	'dejavu/DejaVuSans.ttf',
	'noto/NotoSansMono-Regular.ttf',
	'noto/NotoColorEmoji.ttf',
	'droid/DroidSansFallbackFull.ttf',
]
	.map(name => `${fontFolder}/${name}`)
	.filter(existsSync);
const defaultFontFamily = 'DejaVu Sans Mono';

/** Milliseconds that a step may take before the recording fails. */
const patience = 30_000;
const betweenKeys = 90;
/** Shorter frames are joined with the next one. */
const shortestFrame = 100;
/** Stills are drawn this much larger than their cells, to stay sharp. */
const stillZoom = 1.5;
const endOfBlock = '\u001B[?2026l';

const delay = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

const toPng = (svg, zoom) =>
	new Resvg(svg, {fitTo: {mode: 'zoom', value: zoom}, font: {loadSystemFonts: false, fontFiles, defaultFontFamily}})
		.render()
		.asPng();

/** A program in a pseudo-terminal, with everything its screen ever showed. */
class Recording {
	frames = [];
	startedAt = undefined;

	constructor({command: [file, ...args], columns, rows, palette = 'dark', env = {}}) {
		this.size = geometry(columns, rows);
		this.palette = palettes[palette];
		this.emulator = withUnicodeWidths(new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0}));
		const {CI: _ci, NO_COLOR: _noColor, ...inherited} = process.env;
		this.pty = spawn(file === 'node' ? process.execPath : file, args, {
			cols: columns,
			rows,
			env: {...inherited, TERM: 'xterm-256color', COLORTERM: 'truecolor', ...env},
		});
		this.pty.onData(data => {
			// A frame is complete where a synchronized block ends.
			for (const block of data.split(new RegExp(`(?<=${endOfBlock.replace(/[[?]/g, '\\$&')})`)))
				this.emulator.write(block, () => block.endsWith(endOfBlock) && this.keep());
		});
		this.ended = new Promise(resolve => this.pty.onExit(resolve));
	}

	lines() {
		const {active} = this.emulator.buffer;
		return Array.from({length: this.size.rows}, (_, y) => active.getLine(active.baseY + y));
	}

	text() {
		return this.lines()
			.map(line => line?.translateToString(true) ?? '')
			.join('\n');
	}

	rows() {
		return this.lines().map(line => (line ? rowPicture(line, this.size, this.palette) : ''));
	}

	keep() {
		if (this.startedAt === undefined) return;
		const rows = this.rows();
		if (rows.join('\n') !== this.frames.at(-1)?.rows.join('\n')) this.frames.push({at: performance.now(), rows});
	}

	async until(text) {
		const limit = performance.now() + patience;
		while (!this.text().includes(text)) {
			if (performance.now() > limit) throw new Error(`The screen never showed "${text}":\n${this.text()}`);
			await delay(20);
		}
	}

	/** One picture on every kind of terminal. */
	async still(path, {png = false} = {}) {
		for (const [name, palette] of Object.entries(palettes)) {
			const rows = this.lines().map(line => (line ? rowPicture(line, this.size, palette) : ''));
			const picture = sharp(toPng(stillPicture(rows, this.size, palette), stillZoom));
			await picture.webp({lossless: true, effort: 6}).toFile(`${path}-${name}.webp`);
			if (png) await picture.png().toFile(`${path}-${name}.png`);
		}
	}

	/** Frames with the time each was on the screen. */
	timed(end) {
		const kept = this.frames.filter(({at}, index, all) => (all[index + 1]?.at ?? end) - at >= shortestFrame);
		return kept.map(({at, rows}, index) => ({
			rows,
			delay: Math.max(shortestFrame, Math.round((kept[index + 1]?.at ?? end) - at)),
		}));
	}

	save(path) {
		const frames = this.timed(performance.now());
		if (frames.length === 0) throw new Error('Nothing was recorded.');
		writeFileSync(`${path}.svg`, movingPicture(frames, this.size, this.palette));
		this.startedAt = undefined;
	}
}

async function follow(recording, steps) {
	let path;
	for (const step of steps) {
		if (step.wait !== undefined) await recording.until(step.wait);
		if (step.pause !== undefined) await delay(step.pause);
		if (step.keys !== undefined) recording.pty.write(step.keys);
		if (step.type !== undefined)
			for (const key of step.type) {
				recording.pty.write(key);
				await delay(betweenKeys);
			}
		if (step.still !== undefined) await recording.still(step.still, step);
		if (step.record !== undefined) {
			path = step.record;
			recording.startedAt = performance.now();
			recording.keep();
		}
		if (step.finish && path !== undefined) {
			recording.save(path);
			path = undefined;
		}
	}
	if (path !== undefined) recording.save(path);
}

/** Follows a script to its end. */
export async function record(script) {
	const recording = new Recording(script);
	try {
		await follow(recording, script.steps);
	} finally {
		recording.pty.kill();
		await recording.ended;
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [scriptFile] = process.argv.slice(2);
	if (scriptFile === undefined) throw new Error('usage: node media/record.mjs <script.json>');
	await record(JSON.parse(readFileSync(scriptFile, 'utf8')));
}
