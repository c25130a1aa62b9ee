import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {type Route, successStatus} from '../../contract/route.ts';
import {sampleFor} from './sample-for.ts';

/** A request that arrived; `route` is null where the API has none of that path. */
export type Arrived = {route: Route | null; method: string; path: string; body: string};

/** Changes an answer; it gets the route and its sample as fresh JSON. */
export type Change = (route: Route, value: unknown) => unknown;

export type SampleService = {
	/** An endpoint of its own, whose answers are changed that way, and what arrives there. */
	endpoint(change?: Change): {url: string; received: Arrived[]};
	close(): Promise<void>;
};

/** A real HTTP server that answers every route with its sample; addresses in an answer lead back to it. */
export async function startSampleService(): Promise<SampleService> {
	const endpoints: Array<{change: Change; received: Arrived[]}> = [];
	let url = '';
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', text => (body += text));
		request.once('end', () => {
			const [, place = '', ...rest] = (request.url ?? '').split('/');
			const path = `/${rest.join('/')}`;
			const method = request.method ?? '';
			const endpoint = endpoints[Number(place)];
			const sample = sampleFor(method, path, body);
			endpoint?.received.push({route: sample?.route ?? null, method, path, body});
			const value = sample && endpoint ? endpoint.change(sample.route, sample.value) : {};
			const text = JSON.stringify(value).replaceAll(/https?:\/\/[\w.:-]+/g, `${url}/${place}`);
			response.writeHead(sample ? successStatus(sample.route) : 200, {'content-type': 'application/json'}).end(text);
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		endpoint(change = (_, value) => value) {
			const received: Arrived[] = [];
			endpoints.push({change, received});
			return {url: `${url}/${endpoints.length - 1}`, received};
		},
		async close() {
			server.closeAllConnections();
			await new Promise(resolve => server.close(resolve));
		},
	};
}
