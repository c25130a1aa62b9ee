import {spawn} from 'node:child_process';
import {once} from 'node:events';
import process from 'node:process';
import {expect, it, onTestFinished} from 'vitest';
import {watchMemory} from '../../../../service/browser/host/memory-watch.ts';

it.runIf(process.platform === 'linux')('the end of a renderer for its memory is told once, to one crash', async () => {
	const memory = watchMemory({rendererBytes: 100 * 1024 ** 2, browserBytes: 1024 ** 3});
	onTestFinished(() => memory.stop());
	const grows = 'globalThis.kept = Buffer.alloc(200 * 1024 ** 2, 1); setInterval(() => {}, 1000)';
	const renderer = spawn(process.execPath, ['-e', grows, '--', '--type=renderer'], {stdio: 'ignore'});
	onTestFinished(() => void renderer.kill('SIGKILL'));
	const rest = memory.begin();
	const [, signal] = await once(renderer, 'exit');
	rest();
	expect(signal).toBe('SIGKILL');
	expect(memory.takeKill()).toBeGreaterThan(0.15);
	// A renderer that dies beside it died of something else.
	expect(memory.takeKill()).toBeNull();
});
