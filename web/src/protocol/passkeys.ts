/** Passkeys: the browser makes and uses them, the server keeps only what proves them. */
import { post } from "./api";
import type { Me, Options } from "./wire";

/** Whether this browser can speak of passkeys the way the server does. */
export const canPasskey = (): boolean =>
  "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

type Asked = Options["publicKey"];

/** Make one on this device. */
export async function addPasskey(): Promise<Me> {
  const { publicKey } = await post<Options>("/api/me/passkeys/options", {});
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(
    publicKey as Asked & PublicKeyCredentialCreationOptionsJSON,
  );
  return post<Me>("/api/me/passkeys", { credential: await navigator.credentials.create({ publicKey: options }) });
}

/** Come back with one: this device is that person's from now on. */
export async function usePasskey(): Promise<Me> {
  const { publicKey } = await post<Options>("/api/login/options", {});
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(
    publicKey as Asked & PublicKeyCredentialRequestOptionsJSON,
  );
  return post<Me>("/api/login", { credential: await navigator.credentials.get({ publicKey: options }) });
}

export const forgetPasskeys = (): Promise<Me> => post<Me>("/api/me/passkeys", {}, "DELETE");
