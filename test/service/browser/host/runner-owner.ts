// Stands for the service in tests that kill it: `node owner <host program> <folder> <job>`.
import process from 'node:process';
import type {FrontendJob} from '../../../../service/browser/frontend-job.ts';
import {createFrontendRunner} from '../../../../service/browser/frontend-runner.ts';

const [program = '', folder = '', job = '{}'] = process.argv.slice(2);
const runner = createFrontendRunner({folder, env: process.env, maxParallel: 2, program});
void runner.run(JSON.parse(job) as FrontendJob).result;
process.once('SIGTERM', () => void runner.stop());
