import {spawnSync} from 'node:child_process';
import process from 'node:process';
import {describe, expect, it} from 'vitest';
import {engineFlags} from '../../../source/process/engine-flags.ts';

/** How often the engine optimises a function that runs 150 times. */
function optimised(flags: readonly string[]): number {
	const program = `
		for (const flag of ${JSON.stringify(flags)}) require('node:v8').setFlagsFromString(flag);
		const add = n => { let sum = 0; for (let i = 0; i < 50; i++) sum += i * n; return sum; };
		for (let n = 0; n < 150; n++) add(n);`;
	const {stdout, status} = spawnSync(process.execPath, ['--trace-opt', '-e', program], {encoding: 'utf8'});
	expect(status).toBe(0);
	return stdout.match(/\[marking 0x\w+ <JSFunction add\b/g)?.length ?? 0;
}

describe('engineFlags', () => {
	it('gives none to an engine that nobody has measured', () => {
		expect(engineFlags('12.4.254.21-node.33')).toEqual([]);
		expect(engineFlags('110.1')).toEqual([]);
	});

	it.runIf(process.versions.v8.startsWith('11.'))('lets a function run longer before it is optimised', () => {
		const flags = engineFlags(process.versions.v8);
		expect(flags).toHaveLength(2);
		expect(optimised([])).toBeGreaterThan(0);
		expect(optimised(flags)).toBe(0);
	});
});
