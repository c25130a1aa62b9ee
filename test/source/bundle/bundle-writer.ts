import process from 'node:process';
import {writeBundle} from '../../../source/bundle/write-bundle.ts';
import {sleep} from '../../../source/client/clock.ts';
import {type Connections, openConnections} from '../../../source/client/dispatcher.ts';
import type {FailureContext} from '../../../contract/result.ts';

/**
 * A process of its own that writes one bundle, so that a test can kill it: takes the failure as JSON on stdin, the
 * directory and the address of the service as arguments; prints the names of the files.
 */
const [directory = '', endpointUrl = ''] = process.argv.slice(2);
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const context = JSON.parse(Buffer.concat(chunks).toString()) as FailureContext;
const opened: Connections[] = [];
const {files} = await writeBundle({
	context,
	directory,
	makeParents: true,
	failedOnly: false,
	requestedRunId: context.result.runIdIfAvailable,
	requestId: 'req_1',
	now: Date.now,
	endpointUrl,
	timeoutMs: 60_000,
	sleep,
	async connect(origin) {
		const connections = await openConnections(origin, {});
		opened.push(connections);
		return connections;
	},
});
for (const connections of opened) await connections.close();
process.stdout.write(files.join('\n'));
