// `node bench/plan-document.mjs <module> <endpoints.json> <whole> [truth.json]`: plans one API and prints its figures as
// JSON. A process of its own, so that its memory and CPU are those of planning.
import {readFileSync} from 'node:fs';
import process from 'node:process';
import {pathToFileURL} from 'node:url';

const [module, endpoints, isWhole, truth] = process.argv.slice(2);
const {documentFigures} = await import(pathToFileURL(module).href);
const figures = documentFigures(
	readFileSync(endpoints, 'utf8'),
	isWhole === 'true',
	truth ? JSON.parse(readFileSync(truth, 'utf8')) : null,
);
process.stdout.write(JSON.stringify(figures));
