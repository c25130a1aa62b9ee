import process from 'node:process';
import {parseArgs} from 'node:util';
import {startShop} from './start-shop.ts';

const help = `Usage: demo-shop [--port <n>] [--until-stdin-ends]

Opens the demo shop on the loopback interface and prints its URL as the first line.
  --port <n>           port to listen on; a free one without it
  --until-stdin-ends   closes the shop when standard input ends, so that it never outlives the process that started it
`;

async function main(argv: string[]): Promise<void> {
	const {values} = parseArgs({
		args: argv,
		options: {port: {type: 'string'}, 'until-stdin-ends': {type: 'boolean'}, help: {type: 'boolean', short: 'h'}},
	});
	if (values.help) {
		process.stdout.write(help);
		return;
	}
	const port = Number(values.port ?? 0);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port takes a number from 0 to 65535.');

	const shop = await startShop({port});
	process.stdout.write(`demo shop ready on ${shop.url}\n`);
	const close = () => {
		void shop.close();
		process.stdin.destroy();
	};
	process.once('SIGINT', close);
	process.once('SIGTERM', close);
	if (values['until-stdin-ends']) process.stdin.once('end', close).once('error', close).resume();
}

main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(`demo-shop: ${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
