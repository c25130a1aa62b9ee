// Writes schemas/plan.schema.json from the schema that `svc test lint` checks with. Run it after changing that schema,
// then `npm run format`.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {rolldown} from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

const bundle = await rolldown({
	input: join(root, 'source/plan-files/plan-json-schema.ts'),
	cwd: root,
	platform: 'node',
});
const {output} = await bundle.generate({format: 'esm'});
await bundle.close();
const {planJsonSchema} = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);

mkdirSync(join(root, 'schemas'), {recursive: true});
writeFileSync(join(root, 'schemas/plan.schema.json'), `${JSON.stringify(planJsonSchema(), null, '\t')}\n`);
