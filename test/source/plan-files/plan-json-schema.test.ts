import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {expect, it} from 'vitest';
import {planJsonSchema} from '../../../source/plan-files/plan-json-schema.ts';

it('the JSON Schema in the package is the one lint checks with (node build/plan-schema.mjs writes it)', () => {
	const path = fileURLToPath(new URL('../../../schemas/plan.schema.json', import.meta.url));
	expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(planJsonSchema());
});
