import process from 'node:process';
import {
	DeleteObjectCommand,
	GetObjectCommand,
	ListObjectsV2Command,
	NoSuchKey,
	PutObjectCommand,
	S3Client,
} from '@aws-sdk/client-s3';
import type {ArtifactPlace} from '../../domain/artifacts.ts';

export type S3Options = {
	bucket: string;
	/** Stands before every name, without slashes at its ends; '' for none. */
	prefix: string;
	/** Of a storage that is not Amazon's; null: Amazon's, or what the usual variables of AWS say. */
	endpoint: string | null;
	/** Null: what the usual variables and files of AWS say. */
	region: string | null;
	/** `https://host/bucket` instead of `https://bucket.host`. */
	pathStyle: boolean;
};

/** A run waits for it with its verdict. */
const patienceMs = 15_000;

/**
 * A bucket of S3, or of a storage that speaks it. Who one is comes from where every client of AWS looks: variables, files,
 * the role of the machine or of the pod. Loaded only by a process that keeps pictures there.
 */
export function s3Place({bucket, prefix, endpoint, region, pathStyle}: S3Options): ArtifactPlace {
	// The version that is bundled serves the Node that runs it; what later ones will need is for whoever updates it.
	process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
	const client = new S3Client({
		...(endpoint === null ? {} : {endpoint}),
		...(region === null ? {} : {region}),
		forcePathStyle: pathStyle,
		// Other storages do not know the checksums that Amazon's own adds to everything.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
	});
	const inTime = () => ({abortSignal: AbortSignal.timeout(patienceMs)});
	const root = `s3://${bucket}/`;
	/** Which object an address names: of this bucket, or of the one that was used before. */
	const objectOf = (address: string) => {
		const {hostname, pathname} = new URL(address);
		return {Bucket: hostname, Key: pathname.slice(1)};
	};
	return {
		name: root + prefix,
		async write(name, bytes, type) {
			const key = [prefix, name.slice(0, 2), name].filter(part => part !== '').join('/');
			await client.send(new PutObjectCommand({Bucket: bucket, Key: key, Body: bytes, ContentType: type}), inTime());
			return root + key;
		},
		async read(address) {
			try {
				const {Body} = await client.send(new GetObjectCommand(objectOf(address)), inTime());
				return (await Body?.transformToByteArray()) ?? null;
			} catch (error) {
				if (error instanceof NoSuchKey) return null;
				throw error;
			}
		},
		async remove(address) {
			await client.send(new DeleteObjectCommand(objectOf(address)), inTime());
		},
		async *list(before) {
			const under = prefix === '' ? {} : {Prefix: `${prefix}/`};
			for (let token: string | undefined; ; ) {
				const page = await client.send(
					new ListObjectsV2Command({Bucket: bucket, ...under, ...(token ? {ContinuationToken: token} : {})}),
					inTime(),
				);
				yield (page.Contents ?? [])
					.filter(({LastModified}) => LastModified !== undefined && LastModified.getTime() < before)
					.flatMap(({Key}) => (Key === undefined ? [] : [root + Key]));
				token = page.NextContinuationToken;
				if (token === undefined) return;
			}
		},
	};
}
