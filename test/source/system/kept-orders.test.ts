import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, it} from 'vitest';
import {keptOrders} from '../../../source/system/kept-orders.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-orders-'));
const file = join(folder, 'home', 'dashboard.json');
afterAll(() => rmSync(folder, {recursive: true}));

it('remembers orders from one start to the next, and starts without a file that it cannot read', () => {
	expect(keptOrders(file).known).toEqual({});
	keptOrders(file).keep({tests: 'name', projects: null});
	expect(keptOrders(file).known).toEqual({tests: 'name', projects: null});
	writeFileSync(file, '{');
	expect(keptOrders(file).known).toEqual({});
});
